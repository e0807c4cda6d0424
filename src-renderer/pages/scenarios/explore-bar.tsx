import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { phaseLabels, scheduleTexts } from '#shared/labels/exploration.ts';
import { formatDuration } from '#shared/lib/duration.ts';
import { counted } from '#shared/lib/format.ts';
import { exploreCommandText } from '#shared/scenario/command.ts';
import {
  chosenServer,
  commandChoice,
  explorationSeed,
  type ShownScenario,
} from './scenario-actions.ts';
import { choose, useChoice } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { CaseSelect, MissingVariables, StartButton } from './start-controls.tsx';

const budgets = [
  { value: '10000', label: '10 s' },
  { value: '60000', label: '1 min' },
  { value: '600000', label: '10 min' },
  { value: '3600000', label: '1 h' },
] as const;
type Budget = (typeof budgets)[number]['value'];

interface ExploreBarProps extends ShownScenario {
  readonly onExplore: () => void;
}

/** Options of the next exploration. */
export function ExploreBar({ file, folder, checked, onExplore }: ExploreBarProps) {
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
      <StartButton
        file={file}
        label="Explore"
        disabledReason={
          server === undefined
            ? 'The scenario names no server'
            : !server.isResettable
              ? `${server.name} has no reset`
              : exploration.disturbances.length === 0
                ? 'Choose at least one disturbance'
                : undefined
        }
        onStart={onExplore}
      />
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
