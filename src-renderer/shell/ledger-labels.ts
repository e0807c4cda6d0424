/** Ledger counts for the top bar. Pure. */
import type { RouteTo } from '#renderer/stores/route.ts';
import { stateTones } from '#renderer/ui/state-mark.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import { allOf } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

/** Deliveries that have reached or should reach a webhook. */
export const expectedDeliveries = (ledger: Ledger): number =>
  ledger.routed - ledger.deleted - ledger.filtered - ledger.excluded - ledger.cancelled;

export interface LedgerIssue {
  readonly state: DeliveryState | 'non_2xx';
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
}

const issueStates = [
  'exhausted',
  'blocked',
  'non_2xx',
  'retrying',
  'pending',
  'paused',
  'cancelled',
] as const satisfies readonly LedgerIssue['state'][];

function issueOf(ledger: Ledger, state: LedgerIssue['state']): LedgerIssue {
  return state === 'non_2xx'
    ? { state, label: 'non-2xx', count: ledger.deliveredNon2xx, tone: 'warn' }
    : { state, label: state, count: ledger[state], tone: stateTones[state] };
}

/**
 * Everything without a 2xx response, most severe first. Cancelled comes last, since it was intended.
 */
export const issuesOf = (ledger: Ledger, withPending: boolean): readonly LedgerIssue[] =>
  issueStates
    .filter((state) => state !== 'pending' || withPending)
    .map((state) => issueOf(ledger, state))
    .filter(({ count }) => count > 0);

export const deliveriesIn = ({ state }: LedgerIssue): RouteTo => ({
  page: 'inspector',
  path: ['deliveries'],
  query: {
    filter: printFilter(
      state === 'non_2xx'
        ? allOf([
            { kind: 'state', state: 'delivered' },
            { kind: 'code', code: state },
          ])
        : { kind: 'state', state },
    ),
  },
});

/** Whether anything failed, is blocked, is retrying, or got a response that is not 2xx. */
export const hasFailures = (ledger: Ledger): boolean =>
  ledger.exhausted + ledger.blocked + ledger.retrying + ledger.deliveredNon2xx > 0;

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
