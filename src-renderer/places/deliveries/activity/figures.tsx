import type { ReactNode } from 'react';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { formatCoarse } from '#shared/kit/duration.ts';
import { capitalized, formatCount, formatPercent } from '#shared/kit/format.ts';
import type { DeliveryCounts } from '#shared/statistics/statistics.ts';
import { deliveriesIn } from './deliveries-links.ts';

export interface FiguresProps {
  /** The deliveries listed, whenever they were created; undefined until they are counted. */
  readonly states: DeliveryCounts | undefined;
  /** Since when the one that waits longest does; null if none does. */
  readonly since: number | null;
  /** Of the list. */
  readonly filter: string;
}

/** The share of delivered ones among those that were to be sent. */
function deliveredShare({ not_sent, ...sent }: DeliveryCounts): string {
  const total = Object.values(sent).reduce((sum, count) => sum + count, 0);
  return sent.delivered === 0 ? '' : formatPercent(sent.delivered / total);
}

/** The deliveries listed, by state, as the groups below. */
export function Figures({ states, since, filter }: FiguresProps) {
  const blocked = states?.blocked ?? 0;
  const figure = (state: DeliveryState) => ({ state, filter, count: states?.[state] });
  return (
    <dl aria-label="Deliveries" className="grid grid-cols-2 content-center gap-x-3 gap-y-3.5">
      <Figure {...figure('delivered')}>{states && deliveredShare(states)}</Figure>
      <Figure {...figure('refused')}>{(states?.refused ?? 0) > 0 && 'not retried'}</Figure>
      <Figure {...figure('waiting')}>
        {(states?.waiting ?? 0) > 0 && since !== null && <Longest since={since} />}
      </Figure>
      <Figure {...figure('gave_up')}>
        {blocked > 0 && (
          <RouteLink plain to={deliveriesIn(filter, 'blocked')} className="hover:underline">
            + {formatCount(blocked)} blocked
          </RouteLink>
        )}
      </Figure>
    </dl>
  );
}

/** How long the one that waits longest has waited. */
function Longest({ since }: { since: number }) {
  const text = useReadNow((now) =>
    now === undefined ? '' : formatCoarse(Math.max(0, now - since)),
  );
  return <>longest {text}</>;
}

interface FigureProps {
  readonly state: DeliveryState;
  readonly filter: string;
  readonly count: number | undefined;
  /** Explains the number. */
  readonly children: ReactNode;
}

function Figure({ state, filter, count, children }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-small font-medium text-fg-2">
        <StateMark state={state} size={13} decorative />
        {capitalized(stateLabel(state))}
      </dt>
      <dd className="flex items-baseline gap-1.75 tabular-nums">
        <span className="text-figure font-[640] tracking-[-0.028em]">
          <Count {...{ state, filter, count }} />
        </span>
        <span className="min-w-0 truncate font-medium text-fg-3">{children}</span>
      </dd>
    </div>
  );
}

/** A link to the deliveries, if there are any. */
function Count({ state, filter, count }: Omit<FigureProps, 'children'>) {
  if (count === undefined) return '–';
  if (count === 0) return '0';
  return (
    <RouteLink plain to={deliveriesIn(filter, state)} className="hover:underline">
      {formatCount(count)}
    </RouteLink>
  );
}

/** In one line; a state other than these only if there are any. */
const lineStates: readonly DeliveryState[] = ['delivered', 'refused', 'waiting', 'gave_up'];

export function FiguresLine({ states, filter }: Omit<FiguresProps, 'since'>) {
  const shown =
    states !== undefined && states.blocked > 0 ? ([...lineStates, 'blocked'] as const) : lineStates;
  return (
    <ul aria-label="Deliveries" className="flex flex-none items-center gap-4.5">
      {shown.map((state) => (
        <li key={state} title={stateLabel(state)} className="flex flex-none items-center gap-1.75">
          <StateMark state={state} size={14} decorative />
          <b className="text-count font-semibold tabular-nums">
            <Count {...{ state, filter }} count={states?.[state]} />
          </b>{' '}
          <span className="text-fg-2 max-lg:sr-only">{stateLabel(state)}</span>
        </li>
      ))}
    </ul>
  );
}
