import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { leftOutLabels } from '#shared/labels/left-out.ts';
import { counted, formatCount } from '#shared/lib/format.ts';
import { formatOffset } from '#shared/lib/virtual-time.ts';
import type { RecordedScenario } from '#shared/schemas/scenario/recording.ts';
import { expectationChecks, tick, tickedExpectations, useRecording } from './recording.ts';

const maxShownSteps = 100;
const row = 'border-b border-line px-3 py-1.5 last:border-b-0';

/** Expectations that held in the session; those that failed in the run are left out. */
export function OfferedExpectations({ recorded }: { recorded: RecordedScenario }) {
  const recording = useRecording();
  const ticked = tickedExpectations(recording);
  const checks = expectationChecks(recording.run);
  const { expectations } = recorded;
  return (
    <Card
      title="Expectations"
      meta={`${ticked.length} of ${expectations.length} selected`}
      padded={false}
      className="flex-none"
    >
      <ul aria-label="Expectations">
        {expectations.map((text, index) => {
          const check = checks[index];
          const hasFailed = check?.verdict === 'failed';
          return (
            <li key={text} className={row}>
              <Checkbox
                checked={ticked.includes(index)}
                disabled={hasFailed}
                label={<span className="bytes [overflow-wrap:anywhere]">{text}</span>}
                hint={
                  hasFailed ? (
                    <span className="text-bad">Failed in the run: {check.found ?? check.name}</span>
                  ) : undefined
                }
                onChange={(isTicked) => tick(index, isTicked)}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function StepsCard({ recorded }: { recorded: RecordedScenario }) {
  const { steps, variables } = recorded;
  const hidden = steps.length - maxShownSteps;
  return (
    <Card title="Steps" meta={formatCount(steps.length)} padded={false} className="flex-none">
      <ol aria-label="Steps">
        {steps.slice(0, maxShownSteps).map(({ id, atMs, text }) => (
          <li key={id} className={`flex gap-3 ${row}`}>
            <span className="w-20 flex-none text-fg-2 tabular-nums">{formatOffset(atMs)}</span>
            <span className="bytes min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
              {text}
            </span>
          </li>
        ))}
      </ol>
      {hidden > 0 && <p className="px-3 py-1.5 text-fg-2">and {counted(hidden, 'more step')}</p>}
      {variables.length > 0 && (
        <p className="border-t border-line px-3 py-1.5 text-fg-2">
          Not saved, enter before each run:{' '}
          <span className="bytes">{variables.map(({ name }) => name).join(', ')}</span>
        </p>
      )}
    </Card>
  );
}

/** What the scenario does not repeat, and why. */
export function LeftOutCard({ leftOut }: Pick<RecordedScenario, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <Card
      title="Left out"
      meta={formatCount(leftOut.reduce((sum, { count }) => sum + count, 0))}
      padded={false}
      className="flex-none"
    >
      <ul aria-label="Left out">
        {leftOut.map(({ operation, reason, count }) => (
          <li key={`${operation} ${reason}`} className={row}>
            <span className="bytes">{operation}</span>
            {count > 1 && <span className="tabular-nums"> ×{formatCount(count)}</span>}
            <span className="text-fg-2">: {leftOutLabels[reason]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
