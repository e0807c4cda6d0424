import type { ReactNode } from 'react';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { formatCoarse } from '#shared/kit/duration.ts';
import { capitalized, formatCount, formatPercent } from '#shared/kit/format.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';
import { deliveriesCreated, deliveriesWaiting } from './deliveries-links.ts';

interface FiguresProps {
  /** Null until they are counted. */
  readonly statistics: Statistics | null;
  readonly filter: string;
}

/** The share of delivered ones among those that were to be sent. */
function deliveredShare({ deliveries }: Statistics): string {
  const { not_sent, ...sent } = deliveries;
  const total = Object.values(sent).reduce((sum, count) => sum + count, 0);
  return total === 0 ? '' : formatPercent(deliveries.delivered / total);
}

/** Deliveries created in the range by state, and those that wait. */
export function Figures({ statistics, filter }: FiguresProps) {
  const deliveries = statistics?.deliveries;
  const blocked = deliveries?.blocked ?? 0;
  const since = statistics?.waiting.since ?? null;
  const created = (state: DeliveryState) =>
    statistics && deliveriesCreated(filter, statistics, [state]);
  return (
    <dl className="grid grid-cols-2 content-center gap-x-3 gap-y-3.5">
      <Figure state="delivered" count={deliveries?.delivered} to={created('delivered')}>
        {statistics && deliveredShare(statistics)}
      </Figure>
      <Figure state="refused" count={deliveries?.refused} to={created('refused')}>
        not retried
      </Figure>
      <Figure state="waiting" count={statistics?.waiting.deliveries} to={deliveriesWaiting(filter)}>
        {since !== null && <Longest since={since} />}
      </Figure>
      <Figure state="gave_up" count={deliveries?.gave_up} to={created('gave_up')}>
        {statistics !== null && blocked > 0 && (
          <RouteLink
            plain
            to={deliveriesCreated(filter, statistics, ['blocked'])}
            className="hover:underline"
          >
            + {formatCount(blocked)} blocked
          </RouteLink>
        )}
      </Figure>
    </dl>
  );
}

/** How long the oldest one has waited. */
function Longest({ since }: { since: number }) {
  const text = useReadNow((now) =>
    now === undefined ? '' : formatCoarse(Math.max(0, now - since)),
  );
  return <>longest {text}</>;
}

interface FigureProps {
  readonly state: DeliveryState;
  readonly count: number | undefined;
  readonly to: RouteTo | null;
  /** Explains the number. */
  readonly children: ReactNode;
}

function Figure({ state, count, to, children }: FigureProps) {
  const text = count === undefined ? '–' : formatCount(count);
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-small font-medium text-fg-2">
        <StateMark state={state} size={13} decorative />
        {capitalized(stateLabel(state))}
      </dt>
      <dd className="flex items-baseline gap-1.75 tabular-nums">
        <span className="text-figure font-[640] tracking-[-0.028em]">
          {to !== null && (count ?? 0) > 0 ? (
            <RouteLink plain to={to} className="hover:underline">
              {text}
            </RouteLink>
          ) : (
            text
          )}
        </span>
        <span className="min-w-0 truncate font-medium text-fg-3">{children}</span>
      </dd>
    </div>
  );
}
