import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { runCommandText } from '#shared/scenario/command.ts';
import { shortDigest } from './run-labels.ts';
import { commandChoice, type ShownScenario } from './scenario-actions.ts';
import { useRuns } from './scenario-data.ts';
import { choose, useChoice } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { CaseSelect, MissingVariables, StartButton } from './start-controls.tsx';
import { VerdictPill } from './verdict-mark.tsx';

const speeds = [
  { value: 'max', label: 'Maximum speed' },
  { value: '3600', label: '3,600×' },
  { value: '600', label: '600×' },
  { value: '60', label: '60×' },
] as const;
type SpeedName = (typeof speeds)[number]['value'];

interface RunBarProps extends ShownScenario {
  readonly onRun: () => void;
}

/** Options of the next run, and the last result. */
export function RunBar({ file, folder, checked, onRun }: RunBarProps) {
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
      <StartButton file={file} label="Run" onStart={onRun} />
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
