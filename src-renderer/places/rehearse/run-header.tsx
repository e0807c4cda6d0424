import { Pause, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { counted } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { RunSummary, StoredRun } from '#shared/scenarios/schema/run.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { verdictText } from './run-labels.ts';
import { missingVariables } from './scenario-actions.ts';
import type { Shown } from './scenario-data.ts';
import { choose, useChoice } from './scenario-drafts.ts';
import { Sentence } from './sentence.tsx';
import { VerdictBars, VerdictPill } from './verdict-mark.tsx';

const speeds = [
  { value: 'max', label: 'Maximum speed' },
  { value: '3600', label: '3,600×' },
  { value: '600', label: '600×' },
  { value: '60', label: '60×' },
] as const;
type SpeedName = (typeof speeds)[number]['value'];

interface RunHeaderProps {
  readonly file: string;
  readonly title: string;
  readonly checked: CheckedScenario | undefined;
  readonly runs: readonly RunSummary[];
  readonly show: Shown | null;
  readonly showsMissing: boolean;
  readonly showsOptions: boolean;
  readonly isRunning: boolean;
  readonly isPaused: boolean;
  readonly isChanged: boolean;
  /** The finished run that is shown. */
  readonly run: StoredRun | null;
  readonly badge: ReactNode;
  /** Saves what is no file yet. */
  readonly command: () => Promise<string>;
  readonly onRuns: () => void;
  readonly onClose: () => void;
  /** Its actions. */
  readonly children: ReactNode;
  readonly menu: ReactNode;
}

/** The name, verdict and actions of a scenario, and its sentence. */
export function RunHeader(props: RunHeaderProps) {
  const { file, title, checked, runs, show, isRunning, isChanged, run, badge, command } = props;
  const { set } = useChoice(file);
  const missing = checked === undefined ? [] : missingVariables(checked, set);
  return (
    <header className="flex-none bg-bg-1 pt-3 pr-4 pb-3 pl-5 max-md:px-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <h2 className="flex min-w-0 flex-1 basis-40 items-center gap-2.5">
          <span className="truncate text-thing font-[640] tracking-[-0.017em]">
            {visibleLine(title)}
          </span>
          {isRunning ? (
            <span className="inline-flex h-5.5 flex-none items-center gap-1.25 rounded-full bg-accent-bg px-2 text-small font-semibold text-accent">
              {props.isPaused ? (
                <Pause className="icon-small" aria-hidden="true" />
              ) : (
                <Spinner size={13} />
              )}
              {props.isPaused ? 'paused' : 'running'}
            </span>
          ) : isChanged ? (
            <span className="inline-flex h-5.5 flex-none items-center rounded-full bg-bg-3 px-2 text-small font-semibold text-fg-2">
              changed
            </span>
          ) : (
            run !== null && <VerdictPill verdict={run.verdict}>{verdictText(run)}</VerdictPill>
          )}
          {badge}
        </h2>
        <div className="flex flex-wrap items-center gap-1.5 max-lg:[&_kbd]:hidden">
          {props.children}
          <CopyButton look="text" label="Copy command for CI" value={command} />
          {props.menu}
        </div>
      </div>
      <div className="mt-2 flex min-h-6.25 flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-80">
          {checked !== undefined && (
            <Sentence
              file={file}
              checked={checked}
              isReadOnly={isRunning}
              showsMissing={props.showsMissing}
            />
          )}
        </div>
        <CaseSelect file={file} cases={checked?.cases ?? []} />
        {missing.length > 0 && (
          <span className="text-small [overflow-wrap:anywhere] text-warn">
            Missing: {missing.join(', ')}
          </span>
        )}
        {runs.length > 0 && (
          <Button
            variant="quiet"
            aria-pressed={show === 'runs'}
            onClick={props.onRuns}
            className="h-6.25! px-1.5!"
          >
            <span className="text-small tabular-nums">{counted(runs.length, 'run')}</span>
            <VerdictBars verdicts={runs.slice(0, 8).map(({ verdict }) => verdict)} />
          </Button>
        )}
        {/* The others are closed where they are opened. */}
        {show === 'vary' && (
          <span className="flex items-center gap-1 text-small text-fg-2">
            Vary
            <IconButton icon={X} size="small" label="Show the run" onClick={props.onClose} />
          </span>
        )}
      </div>
      {props.showsOptions && <Options file={file} seed={checked?.seed ?? 1} />}
    </header>
  );
}

function CaseSelect({ file, cases }: { file: string; cases: readonly string[] }) {
  const choice = useChoice(file);
  if (cases.length === 0) return null;
  return (
    <Select
      aria-label="Case"
      options={cases.map((name) => ({ value: name, label: name }))}
      value={choice.case ?? cases[0] ?? null}
      onChange={(next) => choose(file, { case: next })}
      className="h-6.25! max-w-56"
    />
  );
}

function Options({ file, seed }: { file: string; seed: number }) {
  const choice = useChoice(file);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 text-small text-fg-2">
      <span className="flex items-center gap-1.5">
        Seed
        <NumberField
          aria-label="Seed"
          value={choice.seed ?? seed}
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
    </div>
  );
}
