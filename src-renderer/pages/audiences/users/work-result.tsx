import { X } from 'lucide-react';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { changeSentence, counted } from '../audience-labels.ts';
import { cancelWork, dismissWork, type UserWork, useUserWork } from './user-work.ts';

function statusSentence({ status, change, done, total }: UserWork): string {
  const result = changeSentence(change);
  if (status === 'running')
    return total === 0 ? 'Beginning…' : `${Math.floor((100 * done) / total)} %: ${result}`;
  if (status === 'cancelled') return `Cancelled. Until then: ${result.toLowerCase()}.`;
  if (status === 'failed') return `Until then: ${result.toLowerCase()}.`;
  return `${result}.`;
}

/** How far a long change is, what it came to, and the lines of a file that could not be read. */
export function WorkResult({ targetId }: { targetId: string }) {
  const work = useUserWork(({ byTarget }) => byTarget[targetId]);
  if (work === undefined) return null;
  const { title, status, done, total, badLineCount, badLines, problem } = work;
  const isRunning = status === 'running';
  return (
    <section aria-label="Progress" className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-medium" title={title}>
          {title}
        </h3>
        {isRunning ? (
          <Button className="h-[26px]" onClick={() => cancelWork(targetId)}>
            Cancel
          </Button>
        ) : (
          <IconButton
            size="small"
            icon={X}
            label="Dismiss the result"
            onClick={() => dismissWork(targetId)}
          />
        )}
      </div>
      {isRunning && <ProgressBar label="Done" value={done} of={Math.max(1, total)} />}
      {status === 'failed' && (
        <Banner tone="bad" title="It was not done to the end.">
          {problem}
        </Banner>
      )}
      <p role="status" className="text-fg-2 tabular-nums">
        {statusSentence(work)}
      </p>
      {badLineCount > 0 && (
        <div className="flex flex-col gap-1">
          <p className="font-medium text-warn">
            {counted(badLineCount, 'line was', 'lines were')} left out
            {badLineCount > badLines.length && `; the first ${badLines.length}:`}
          </p>
          <ScrollRegion
            label="Lines left out"
            className="max-h-56 overflow-y-auto rounded-control border border-line bg-bg-1"
          >
            <ol>
              {badLines.map(({ line, reason }) => (
                <li key={line} className="flex gap-2 border-b border-line/55 px-2 py-1 text-small">
                  <span className="bytes flex-none text-fg-2">
                    line {line.toLocaleString('en')}
                  </span>
                  <span className="min-w-0 [overflow-wrap:anywhere]">{reason}</span>
                </li>
              ))}
            </ol>
          </ScrollRegion>
        </div>
      )}
    </section>
  );
}
