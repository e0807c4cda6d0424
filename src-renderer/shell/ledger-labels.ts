/** Ledger counts for the top bar. Pure. */
import type { RouteTo } from '#renderer/stores/route-store.ts';
import { stateTones } from '#renderer/ui/state-mark.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import { anyOf } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

/** Deliveries that have reached or should reach a webhook. */
export const wantedDeliveries = (ledger: Ledger): number =>
  ledger.routed - ledger.deleted - ledger.filtered - ledger.excluded - ledger.cancelled;

export interface Trouble {
  readonly word: string;
  readonly count: number;
  readonly tone: Tone;
  /** The states it counts; the first has its mark. */
  readonly states: readonly [DeliveryState, ...DeliveryState[]];
}

const trouble = (state: DeliveryState, count: number): Trouble => ({
  word: state,
  count,
  tone: stateTones[state],
  states: [state],
});

/** Everything not delivered, most severe first. Cancelled comes last, since it was intended. */
export function troublesOf(ledger: Ledger, withWaiting: boolean): readonly Trouble[] {
  const { exhausted, blocked, retrying, pending, paused, cancelled } = ledger;
  return [
    trouble('exhausted', exhausted),
    trouble('blocked', blocked),
    trouble('retrying', retrying),
    {
      ...trouble('pending', withWaiting ? pending + paused : 0),
      word: 'waiting',
      states: ['pending', 'paused'] as const,
    },
    trouble('cancelled', cancelled),
  ].filter(({ count }) => count > 0);
}

/** The deliveries in these states. */
export const deliveriesIn = ({ states }: Trouble): RouteTo => ({
  page: 'inspector',
  path: ['deliveries'],
  query: { filter: printFilter(anyOf(states.map((state) => ({ kind: 'state', state })))) },
});

/** Whether anything failed, is blocked or is retrying. */
export const hasFailures = ({ exhausted, blocked, retrying }: Ledger): boolean =>
  exhausted + blocked + retrying > 0;

/** How many of the widths fit, leaving room for a chip if not all do. */
export function shownCount(
  widths: readonly number[],
  room: { readonly width: number; readonly gap: number; readonly chip: number },
): number {
  const widthOf = (count: number): number =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) +
    room.gap * Math.max(0, count - 1);
  if (widthOf(widths.length) <= room.width) return widths.length;
  const counts = widths.map((_, index) => index).reverse();
  return counts.find((count) => widthOf(count) + room.chip <= room.width) ?? 0;
}
