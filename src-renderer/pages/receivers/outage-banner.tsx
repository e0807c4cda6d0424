import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { formatSpan } from '#shared/lib/duration.ts';
import { isWindow, windowEnd, windowState } from '#shared/lib/outage-window.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import type { OutageWindow } from '#shared/schemas/receiver-step.ts';
import { setOutage } from './receiver-actions.ts';

/** Shows why and how long a receiver is down on purpose; starts and ends the outage. */
export function OutageBanner({ receiver }: { receiver: Receiver }) {
  const { outage, listening } = receiver;
  if (outage !== null && isWindow(outage))
    return <WindowBanner receiver={receiver} outage={outage} />;
  if (listening !== 'refusing') return null;
  return (
    <div className="px-4 pb-2.5">
      <Banner tone="info" title="Refuses connections on purpose.">
        You can still use it as a webhook.
      </Banner>
    </div>
  );
}

function WindowBanner({ receiver, outage }: { receiver: Receiver; outage: OutageWindow }) {
  const state = useReadNow((now) => windowState(outage, now ?? 0));
  const left = useReadNow((now) => {
    const at = state === 'scheduled' ? outage.startsAt : windowEnd(outage);
    return typeof at === 'number' ? formatSpan(Math.abs(at - (now ?? 0))) : '';
  });
  const run = state === 'down' ? 'end' : 'start';
  return (
    <div className="px-4 pb-2.5">
      <Banner
        tone={state === 'over' ? 'info' : 'warn'}
        title={state === 'down' ? 'Down on purpose.' : undefined}
        action={
          <Button
            variant="quiet"
            className="-my-1 text-current"
            onClick={() => void setOutage(receiver, outage, run)}
          >
            {state === 'down'
              ? 'End outage'
              : state === 'over'
                ? 'Start outage again'
                : 'Start outage now'}
          </Button>
        }
      >
        <span className="tabular-nums">
          {state === 'down'
            ? `${left} of virtual time left`
            : state === 'scheduled'
              ? `Outage starts in ${left} of virtual time`
              : 'Outage over'}
        </span>
      </Banner>
    </div>
  );
}
