import { describe, expect, it } from 'vitest';
import { listCountLabels } from '#renderer/pages/inspector/lists/row-list.tsx';
import {
  deliveriesIn,
  expectedDeliveries,
  fittingCount,
  hasFailures,
  issuesOf,
} from '#renderer/shell/ledger-labels.ts';
import { deliveryStates } from '#shared/schemas/delivery.ts';
import { Ledger } from '#shared/schemas/ledger.ts';

const ledger = (counts: Partial<Ledger>): Ledger =>
  Ledger.parse({
    accepted: 0,
    unrouted: 0,
    duplicates: 0,
    rejected: 0,
    rejectedKept: 0,
    routed: 0,
    ...Object.fromEntries(deliveryStates.map((state) => [state, 0])),
    deleted: 0,
    balanced: true,
    ...counts,
  });

describe('the top bar', () => {
  it('shows cancelled deliveries last and muted, since they are not pending', () => {
    const some = ledger({ routed: 40, delivered: 9, cancelled: 30, exhausted: 1 });
    expect(expectedDeliveries(some)).toBe(10);
    expect(issuesOf(some, false)).toEqual([
      { state: 'exhausted', label: 'exhausted', count: 1, tone: 'bad' },
      { state: 'cancelled', label: 'cancelled', count: 30, tone: 'neutral' },
    ]);
    expect(issuesOf(ledger({ routed: 9, delivered: 9 }), true)).toEqual([]);
  });

  it('shows pending deliveries only after a while, and paused ones at once', () => {
    const some = ledger({ routed: 3, pending: 1, paused: 2 });
    const [paused, ...rest] = issuesOf(some, false);
    expect(rest).toEqual([]);
    expect(paused && deliveriesIn(paused).query).toEqual({ filter: 'state:paused' });
    expect(issuesOf(some, true).map(({ state }) => state)).toEqual(['pending', 'paused']);
  });

  it('shows delivered deliveries with a non-2xx response, and links to them', () => {
    const some = ledger({ routed: 2, delivered: 2, deliveredNon2xx: 1 });
    const [issue] = issuesOf(some, false);
    expect(issue).toMatchObject({ state: 'non_2xx', count: 1, tone: 'warn' });
    expect(issue && deliveriesIn(issue).query).toEqual({
      filter: 'state:delivered code:non_2xx',
    });
    expect(hasFailures(some)).toBe(true);
  });

  it('counts failed, blocked and retrying deliveries as failures, and no others', () => {
    for (const state of ['exhausted', 'blocked', 'retrying'] as const)
      expect(hasFailures(ledger({ [state]: 1 }))).toBe(true);
    expect(hasFailures(ledger({ delivered: 1, pending: 1, paused: 1, cancelled: 1 }))).toBe(false);
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
