/** Controls below a scenario that start a run or an exploration. */
import { ActionButton, type BoundAction } from '#renderer/kit/actions/actions.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { formatDuration } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { exploreCommandText, runCommandText } from '#shared/scenarios/command.ts';
import { phaseLabels, scheduleTexts } from '#shared/scenarios/exploration-text.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { shortHash } from './run-labels.ts';
import {
  chosenServer,
  commandChoice,
  explorationSeed,
  missingVariables,
  type ShownScenario,
} from './scenario-actions.ts';
import { useRuns } from './scenario-data.ts';
import { choose, type RunChoice, useChoice } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { VerdictPill } from './verdict-mark.tsx';

interface StartButtonProps {
  readonly file: string;
  readonly start: BoundAction;
  readonly stop: BoundAction;
}

/** Starts a run or exploration, or stops the current one. */
function StartButton({ file, start, stop }: StartButtonProps) {
  const isOwn = useScenarioRun((run) => run.isRunning && run.file === file);
  return (
    <ActionButton
      action={isOwn ? stop : start}
      variant={isOwn ? 'default' : 'primary'}
      className="min-w-24"
    />
  );
}

/** Why the next exploration can't start. */
export function exploreProblem(
  checked: CheckedScenario | undefined,
  choice: Pick<RunChoice, 'exploration'>,
): string | undefined {
  const server = checked === undefined ? undefined : chosenServer(checked, choice);
  if (server === undefined) return 'The scenario names no server';
  if (!server.isResettable) return `${server.name} has no reset`;
  return choice.exploration.disturbances.length === 0
    ? 'Choose at least one disturbance'
    : undefined;
}

type Of = Pick<ShownScenario, 'file' | 'checked'>;

function CaseSelect({ file, checked }: Of) {
  const choice = useChoice(file);
  const cases = checked?.cases ?? [];
  if (cases.length === 0) return null;
  return (
    <Select
      aria-label="Case"
      options={cases.map((name) => ({ value: name, label: name }))}
      value={choice.case ?? cases[0] ?? null}
      onChange={(next) => choose(file, { case: next })}
      className="max-w-56"
    />
  );
}

function MissingVariables({ file, checked }: Of) {
  const { set } = useChoice(file);
  const missing = checked === undefined ? [] : missingVariables(checked, set);
  if (missing.length === 0) return null;
  return (
    <span className="text-small [overflow-wrap:anywhere] text-warn">
      Missing: {missing.join(', ')}
    </span>
  );
}

const speeds = [
  { value: 'max', label: 'Maximum speed' },
  { value: '3600', label: '3,600×' },
  { value: '600', label: '600×' },
  { value: '60', label: '60×' },
] as const;
type SpeedName = (typeof speeds)[number]['value'];

type BarProps = ShownScenario & StartButtonProps;

/** Options of the next run, and the last result. */
export function RunBar({ file, folder, checked, ...actions }: BarProps) {
  const choice = useChoice(file);
  const { isRunning, file: runningFile } = useScenarioRun();
  const last = useRuns(file).data?.[0];
  const seed = choice.seed ?? checked?.seed ?? 1;
  const command = (): string =>
    runCommandText({ ...commandChoice({ file, folder, checked }), seed, untilMs: null });
  return (
    <section
      aria-label="Run"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-bg-1 px-3 py-2"
    >
      <StartButton file={file} {...actions} />
      <CaseSelect file={file} checked={checked} />
      <span className="flex items-center gap-1.5 text-small text-fg-2">
        Seed
        <NumberField
          aria-label="Seed"
          value={seed}
          min={0}
          max={2_147_483_647}
          onChange={(next) => choose(file, { seed: next })}
          className="w-24"
        />
      </span>
      <Select<SpeedName>
        aria-label="Speed"
        options={speeds}
        value={choice.speed === null ? 'max' : (String(choice.speed) as SpeedName)}
        onChange={(next) => choose(file, { speed: next === 'max' ? null : Number(next) })}
        className="w-38"
      />
      <MissingVariables file={file} checked={checked} />
      <span className="flex-1" />
      {last !== undefined && !(isRunning && runningFile === file) && (
        <span className="flex items-center gap-2 text-small text-fg-2">
          <VerdictPill verdict={last.verdict} />
          {last.historyHash !== '' && (
            <span className="bytes" title={`History hash ${last.historyHash}`}>
              {shortHash(last.historyHash)}
            </span>
          )}
        </span>
      )}
      <CopyButton look="text" label="Copy command" value={command} />
    </section>
  );
}

const budgets = [
  { value: '10000', label: '10 s' },
  { value: '60000', label: '1 min' },
  { value: '600000', label: '10 min' },
  { value: '3600000', label: '1 h' },
] as const;
type Budget = (typeof budgets)[number]['value'];

/** Options of the next exploration. */
export function ExploreBar({ file, folder, checked, ...actions }: BarProps) {
  const choice = useChoice(file);
  const { exploration } = choice;
  const isExploring = useScenarioRun(
    (run) => run.isRunning && run.file === file && run.kind === 'exploration',
  );
  const server = checked === undefined ? undefined : chosenServer(checked, choice);
  const servers = checked?.servers ?? [];
  const change = (next: Partial<typeof exploration>): void =>
    choose(file, { exploration: { ...exploration, ...next } });
  return (
    <section
      aria-label="Explore"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-bg-1 px-3 py-2"
    >
      <StartButton file={file} {...actions} />
      {isExploring ? (
        <Progress />
      ) : (
        <>
          <CaseSelect file={file} checked={checked} />
          {servers.length > 1 && (
            <Select
              aria-label="Server"
              options={servers.map(({ name }) => ({ value: name, label: name }))}
              value={server?.name ?? null}
              onChange={(next) => change({ server: next })}
              className="max-w-56"
            />
          )}
          <span className="flex items-center gap-1.5 text-small text-fg-2">
            Budget
            <Select<Budget>
              aria-label="Budget"
              options={budgets}
              value={String(exploration.budgetMs) as Budget}
              onChange={(next) => change({ budgetMs: Number(next) })}
              className="w-24"
            />
          </span>
          <MissingVariables file={file} checked={checked} />
          <span className="flex-1" />
        </>
      )}
      <CopyButton
        look="text"
        label="Copy command"
        value={() =>
          exploreCommandText({
            ...commandChoice({ file, folder, checked }),
            seed: explorationSeed,
            disturbances: exploration.disturbances,
            server: servers.length > 1 ? (server?.name ?? null) : null,
            ...{ budgetMs: exploration.budgetMs, maxRuns: null },
            ...{ allowIncomplete: false, responsesOnly: false },
          })
        }
      />
    </section>
  );
}

function Progress() {
  const { isStopping, explored } = useScenarioRun();
  return (
    <p role="status" className="flex min-w-0 flex-1 items-center gap-2.5 tabular-nums">
      <Spinner />
      <span className="flex-none font-medium">
        {isStopping ? 'Stopping' : phaseLabels[explored?.phase ?? 'baseline']}
      </span>
      {explored !== null && (
        <span className="min-w-0 truncate text-fg-2">
          {[
            counted(explored.coverage.runs, 'schedule'),
            formatDuration(Math.floor(explored.elapsedMs / 1_000) * 1_000),
            ...scheduleTexts(explored.schedule),
          ].join(' · ')}
        </span>
      )}
    </p>
  );
}
