import { Play, Square } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { environmentNameOf, runCommandText } from '#shared/scenario/command.ts';
import type { CheckedScenario } from '#shared/schemas/scenario/workspace.ts';
import { stopRuns, useRunAll } from './run-all.ts';
import { shortDigest } from './run-labels.ts';
import { missingVariables, valuesFor } from './scenario-actions.ts';
import { useRuns } from './scenario-data.ts';
import { choose, useChoice } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { VerdictPill } from './verdict-mark.tsx';

const speeds = [
  { value: 'max', label: 'Maximum speed' },
  { value: '3600', label: '3,600×' },
  { value: '600', label: '600×' },
  { value: '60', label: '60×' },
] as const;
type SpeedName = (typeof speeds)[number]['value'];

interface RunBarProps {
  readonly file: string;
  readonly folder: string | null;
  readonly checked: CheckedScenario | undefined;
  readonly onRun: () => void;
}

/** Options of the next run, and the last result. */
export function RunBar({ file, folder, checked, onRun }: RunBarProps) {
  const choice = useChoice(file);
  const { isRunning, isStopping, file: runningFile } = useScenarioRun();
  const isAll = useRunAll((all) => all.isRunning);
  const last = useRuns(file).data?.[0];
  const isOther = isRunning && runningFile !== file;
  const cases = checked?.cases ?? [];
  const seed = choice.seed ?? checked?.seed ?? 1;
  const variables = checked?.variables ?? [];
  // A required secret is part of the command before it is entered.
  const unentered = Object.fromEntries(
    variables
      .filter((variable) => variable.isSecret && variable.default === null)
      .map(({ name }) => [name, '']),
  );
  const command = (): string =>
    runCommandText({
      file: folder === null ? file : `${folder}/${file}`,
      seed,
      case: cases.length === 0 ? null : (choice.case ?? cases[0] ?? null),
      set: { ...unentered, ...(checked === undefined ? {} : valuesFor(checked, file)) },
      secretVariables: Object.fromEntries(
        variables
          .filter(({ isSecret }) => isSecret)
          .map(({ name, env }) => [name, environmentNameOf(name, env)]),
      ),
    });
  const missing = checked === undefined ? [] : missingVariables(checked, choice.set);
  return (
    <section
      aria-label="Run"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-bg-1 px-3 py-2"
    >
      {isRunning && !isOther ? (
        <Button
          icon={Square}
          shortcut="Escape"
          busy={isStopping}
          onClick={stopRuns}
          className="min-w-24"
        >
          Stop
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={Play}
          shortcut="Mod+Enter"
          disabledReason={
            isOther ? `${runningFile} is running` : isAll ? 'All scenarios are running' : undefined
          }
          onClick={onRun}
          className="min-w-24"
        >
          Run
        </Button>
      )}
      {cases.length > 0 && (
        <Select
          aria-label="Case"
          options={cases.map((name) => ({ value: name, label: name }))}
          value={choice.case ?? cases[0] ?? null}
          onChange={(next) => choose(file, { case: next })}
          className="max-w-56"
        />
      )}
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
      {missing.length > 0 && (
        <span className="text-small [overflow-wrap:anywhere] text-warn">
          Missing: {missing.join(', ')}
        </span>
      )}
      <span className="flex-1" />
      {last !== undefined && !(isRunning && !isOther) && (
        <span className="flex items-center gap-2 text-small text-fg-2">
          <VerdictPill verdict={last.verdict} />
          {last.digest !== '' && (
            <span className="bytes" title={`Digest ${last.digest}`}>
              {shortDigest(last.digest)}
            </span>
          )}
        </span>
      )}
      <CopyButton look="text" label="Copy command" value={command} />
    </section>
  );
}
