import { useReceiverOf } from '#renderer/components/receiver-of.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ProgressBar } from '#renderer/ui/progress-bar.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import type { SendProgress } from '#shared/schemas/send.ts';
import { runSentence } from './run-sentence.ts';
import { cancelRun, useSendRun } from './send-run.ts';
import { useSentMessage } from './use-sent-message.ts';

/** What the sending did, or is doing. It keeps its place also while there is nothing to say. */
export function RunResult() {
  const run = useSendRun();
  const { status, progress, problem } = run;
  return (
    <section
      aria-label="Answer"
      className="h-[84px] flex-none [@media(min-height:720px)]:h-[148px] overflow-y-auto border-t border-line bg-bg-1 px-4 py-2.5"
    >
      {status === 'idle' ? (
        <p className="text-fg-2">
          Messages go through the real ingestion, as an SDK would send them. The answer appears
          here.
        </p>
      ) : (
        <div className="flex flex-col gap-1.5">
          {status === 'failed' && (
            <Banner tone="bad" title="Not everything was sent.">
              {problem}
            </Banner>
          )}
          <div className="flex items-center gap-2">
            {status !== 'running' && progress?.lastAnswer && (
              <StatusCode code={progress.lastAnswer.status} />
            )}
            <span role="status" className="min-w-0 flex-1 font-medium">
              {runSentence(run)}
            </span>
            {status === 'running' && run.count > 1 && (
              <Button onClick={() => void cancelRun()} className="h-[26px]">
                Cancel
              </Button>
            )}
          </div>
          {status === 'running' && run.count > 1 && (
            <ProgressBar label="Sent" value={progress?.sent ?? 0} of={run.count} />
          )}
          {progress !== null && <Answer progress={progress} />}
        </div>
      )}
    </section>
  );
}

function Answer({ progress }: { progress: SendProgress }) {
  const { lastAnswer, rejected } = progress;
  const newest = useSentMessage(progress.messageIds.at(-1));
  return (
    <>
      {lastAnswer !== null && lastAnswer.status !== 200 && (
        <p className="text-fg-2">
          {lastAnswer.code && <code className="bytes font-semibold">{lastAnswer.code}</code>}{' '}
          {lastAnswer.message}
        </p>
      )}
      {newest !== null && newest.deliveries.length > 0 && (
        <ul aria-label="Deliveries of the last message" className="flex flex-col gap-1">
          {newest.deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {newest !== null && newest.deliveries.length === 0 && (
        <p className="text-fg-2">
          {newest.outcome === 'duplicate'
            ? 'Its messageId was seen before, so it counts as a duplicate and is not delivered.'
            : 'No enabled destination is connected, so it was not delivered.'}{' '}
          <RouteLink to={{ page: 'inspector', path: ['messages', String(newest.id)] }}>
            See it in the Inspector
          </RouteLink>
        </p>
      )}
      {rejected > 0 && (
        <p>
          <RouteLink to={{ page: 'inspector', path: ['rejected'] }}>
            See {rejected === 1 ? 'it' : 'them'} among the rejected in the Inspector
          </RouteLink>
        </p>
      )}
    </>
  );
}

function Delivery({ delivery }: { delivery: DeliverySummary }) {
  const { id, state, destinationId, destinationName, lastStatus } = delivery;
  const receiver = useReceiverOf(destinationId);
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <StateMark state={state} decorative />
      <span className="flex max-w-full min-w-0 [flex-basis:auto]">
        <span className="truncate">{destinationName}</span>
        <span className="flex-none">: {state}</span>
      </span>
      {lastStatus !== null && <StatusCode code={lastStatus} />}
      <span className="ml-auto flex flex-none gap-3">
        {receiver !== undefined && (
          <RouteLink to={{ page: 'receivers', path: [receiver.id] }}>At the receiver</RouteLink>
        )}
        <RouteLink to={{ page: 'inspector', path: ['deliveries', String(id)] }}>
          See it in the Inspector
        </RouteLink>
      </span>
    </li>
  );
}
