/** Ledger counts for the top bar. Pure. */
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { stateTones } from '#renderer/ui/state-mark.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { printFilter } from '#shared/filter/print.ts';

/** Deliveries that have reached or should reach a webhook. */
export const expectedDeliveries = ({
  routed,
  deleted,
  cancelled,
  not_sent,
  notSentBy,
}: Ledger): number => routed - deleted - cancelled - (not_sent - notSentBy.unrouted);

/** Most severe first. Cancelled comes last, since it was intended. */
const issueStates = [
  'gave_up',
  'blocked',
  'refused',
  'waiting',
  'paused',
  'cancelled',
] as const satisfies readonly DeliveryState[];

export interface LedgerIssue {
  readonly state: (typeof issueStates)[number];
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
}

/** Everything that isn't delivered, but should have been. */
export const issuesOf = (ledger: Ledger, withWaiting: boolean): readonly LedgerIssue[] =>
  issueStates
    .filter((state) => state !== 'waiting' || withWaiting)
    .map((state) => ({
      state,
      label: stateLabel(state),
      count: ledger[state],
      tone: stateTones[state],
    }))
    .filter(({ count }) => count > 0);

export const deliveriesIn = ({ state }: LedgerIssue): RouteTo => ({
  page: 'deliveries',
  query: { filter: printFilter({ kind: 'choice', field: 'state', value: state }) },
});

/** Whether a delivery finished without being accepted. */
export const hasFailures = ({ refused, gave_up, blocked }: Ledger): boolean =>
  refused + gave_up + blocked > 0;

/** How many of the widths fit, leaving room for a chip if not all do. */
export function fittingCount(
  widths: readonly number[],
  available: { readonly width: number; readonly gap: number; readonly chip: number },
): number {
  const widthOf = (count: number): number =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) +
    available.gap * Math.max(0, count - 1);
  if (widthOf(widths.length) <= available.width) return widths.length;
  const counts = widths.map((_, index) => index).reverse();
  return counts.find((count) => widthOf(count) + available.chip <= available.width) ?? 0;
}
