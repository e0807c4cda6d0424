import { describe, expect, it } from 'vitest';
import { listCountLabels } from '#renderer/places/deliveries/lists/row-list.tsx';
import {
  deliveriesIn,
  expectedDeliveries,
  fittingCount,
  hasFailures,
  issuesOf,
} from '#renderer/shell/ledger-labels.ts';
import { deliveryStates } from '#shared/deliveries/delivery.ts';
import { Ledger } from '#shared/deliveries/ledger.ts';

const ledger = (counts: Partial<Ledger>): Ledger =>
  Ledger.parse({
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    rejectedKept: 0,
    routed: 0,
    ...Object.fromEntries(deliveryStates.map((state) => [state, 0])),
    notSentBy: { filtered: 0, excluded: 0, unrouted: 0, payload_required: 0 },
    deleted: 0,
    balanced: true,
    ...counts,
  });

describe('the top bar', () => {
  it('shows cancelled deliveries last and muted, since they are not waiting', () => {
    const some = ledger({ routed: 40, delivered: 9, cancelled: 30, gave_up: 1 });
    expect(expectedDeliveries(some)).toBe(10);
    expect(issuesOf(some, false)).toEqual([
      { state: 'gave_up', label: 'gave up', count: 1, tone: 'bad' },
      { state: 'cancelled', label: 'cancelled', count: 30, tone: 'neutral' },
    ]);
    expect(issuesOf(ledger({ routed: 9, delivered: 9 }), true)).toEqual([]);
  });

  it('shows waiting deliveries only after a while, and paused ones at once', () => {
    const some = ledger({ routed: 3, waiting: 1, paused: 2 });
    const [paused, ...rest] = issuesOf(some, false);
    expect(rest).toEqual([]);
    expect(paused && deliveriesIn(paused).query).toEqual({ filter: 'state:paused' });
    expect(issuesOf(some, true).map(({ state }) => state)).toEqual(['waiting', 'paused']);
  });

  it('shows refused deliveries, and links to them', () => {
    const [issue] = issuesOf(ledger({ routed: 2, delivered: 1, refused: 1 }), false);
    expect(issue).toMatchObject({ state: 'refused', count: 1, tone: 'warn' });
    expect(issue && deliveriesIn(issue).query).toEqual({ filter: 'state:refused' });
  });

  it('does not expect what is not sent to be delivered', () => {
    const notSentBy = { filtered: 1, excluded: 1, unrouted: 3, payload_required: 0 };
    expect(expectedDeliveries(ledger({ routed: 6, delivered: 4, not_sent: 5, notSentBy }))).toBe(4);
  });

  it('counts refused and blocked deliveries and those that gave up as failures, and no others', () => {
    for (const state of ['refused', 'gave_up', 'blocked'] as const)
      expect(hasFailures(ledger({ [state]: 1 }))).toBe(true);
    const others = { delivered: 1, waiting: 1, paused: 1, cancelled: 1, not_sent: 1 };
    expect(hasFailures(ledger(others))).toBe(false);
  });

  it('shows as many states as fit, with a chip for the rest', () => {
    const room = { gap: 10, chip: 40 };
    const widths = [70, 70, 70];
    expect(fittingCount(widths, { ...room, width: 230 })).toBe(3);
    expect(fittingCount(widths, { ...room, width: 229 })).toBe(2);
    expect(fittingCount(widths, { ...room, width: 189 })).toBe(1);
    expect(fittingCount(widths, { ...room, width: 36 })).toBe(0);
  });
});

describe('the footer of a list', () => {
  it('counts matching deliveries among all', () => {
    expect(listCountLabels({ shown: 5, all: 5, total: 39 })).toBe('5 of 39');
    expect(listCountLabels({ shown: 100, all: 250, total: 3_000 })).toBe('250 of 3,000');
    expect(listCountLabels({ shown: 100, all: undefined, total: 3_000 })).toBe('100+');
  });

  it('counts loaded rows, or all without a filter', () => {
    expect(listCountLabels({ shown: 5, all: 5, total: undefined })).toBe('5 of 5');
    expect(listCountLabels({ shown: undefined, all: 3_000, total: undefined })).toBe('3,000 total');
    expect(listCountLabels({ shown: undefined, all: undefined, total: undefined })).toBe('');
  });
});
