/** Controls below a scenario that start a run or an exploration. */
import { Play, Square } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { stopRuns, useRunAll } from './run-all.ts';
import { missingVariables, type ShownScenario } from './scenario-actions.ts';
import { choose, useChoice } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';

interface StartButtonProps {
  readonly file: string;
  readonly label: string;
  readonly disabledReason?: string | undefined;
  readonly onStart: () => void;
}

/** Starts a run or exploration, or stops the current one. */
export function StartButton({ file, label, disabledReason, onStart }: StartButtonProps) {
  const { isRunning, isStopping, file: runningFile } = useScenarioRun();
  const isAll = useRunAll((all) => all.isRunning);
  const isOther = isRunning && runningFile !== file;
  if (isRunning && !isOther)
    return (
      <Button
        icon={Square}
        shortcut="Escape"
        busy={isStopping}
        onClick={stopRuns}
        className="min-w-24"
      >
        Stop
      </Button>
    );
  const busyReason = isOther
    ? `${runningFile} is running`
    : isAll
      ? 'All scenarios are running'
      : undefined;
  return (
    <Button
      variant="primary"
      icon={Play}
      shortcut="Mod+Enter"
      disabledReason={busyReason ?? disabledReason}
      onClick={onStart}
      className="min-w-24"
    >
      {label}
    </Button>
  );
}

type Of = Pick<ShownScenario, 'file' | 'checked'>;

export function CaseSelect({ file, checked }: Of) {
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

export function MissingVariables({ file, checked }: Of) {
  const { set } = useChoice(file);
  const missing = checked === undefined ? [] : missingVariables(checked, set);
  if (missing.length === 0) return null;
  return (
    <span className="text-small [overflow-wrap:anywhere] text-warn">
      Missing: {missing.join(', ')}
    </span>
  );
}
