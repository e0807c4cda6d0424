import { describe, expect, it } from 'vitest';
import { withAlerts } from '#renderer/data/alerts.ts';
import {
  alertCause,
  alertRoute,
  alertTitle,
  isNarrowedTo,
} from '#renderer/pages/alerts/alert-labels.ts';
import { grownAlerts, isWorthAWord } from '#renderer/pages/alerts/growth.ts';
import { allSeen, unseenOf } from '#renderer/pages/alerts/seen-alerts.ts';
import type { Alert } from '#shared/schemas/alert.ts';

const notice = (more: Partial<Alert> = {}): Alert => ({
  id: 1,
  destinationId: 'dst_1',
  destinationName: 'Billing',
  state: 'exhausted',
  lastStatus: 503,
  lastFailure: 'server_error',
  count: 12,
  deliveryId: 7,
  firstAt: 1_000,
  lastAt: 2_000,
  ...more,
});

describe('a notice', () => {
  it('says how many, to whom, what became of them and why', () => {
    expect(`${alertTitle(notice())}: ${alertCause(notice())}`).toBe(
      '12 deliveries to Billing exhausted: last status 503',
    );
    const blocked = notice({
      state: 'blocked',
      lastStatus: null,
      lastFailure: 'self_signed',
      count: 1,
    });
    expect(`${alertTitle(blocked)}: ${alertCause(blocked)}`).toBe(
      'A delivery to Billing blocked: self-signed certificate',
    );
    expect(alertCause(notice({ lastStatus: null, lastFailure: 'timeout' }))).toBe(
      'no response in time',
    );
    expect(alertCause(notice({ lastStatus: null, lastFailure: 'expired' }))).toBe(
      'certificate expired',
    );
  });

  it('cuts a name that would fill it, but not in what it leads to', () => {
    const long = notice({ destinationName: 'n'.repeat(100) });
    expect(alertTitle(long)).toBe(`12 deliveries to ${'n'.repeat(47)}… exhausted`);
    expect(alertRoute(long).query?.filter).toContain('n'.repeat(100));
  });

  it('leads to the deliveries it is about, and opens the one where it is one', () => {
    expect(alertRoute(notice())).toEqual({
      page: 'inspector',
      path: ['deliveries'],
      query: { filter: 'state:exhausted destination=Billing status=503' },
    });
    expect(alertRoute(notice({ count: 1 })).path).toEqual(['deliveries', '7']);
  });

  it('is looked at where the list is narrowed to nothing else', () => {
    for (const filter of [
      'state:exhausted',
      'destination=Billing state:exhausted',
      'state:exhausted destination=Billing status=503',
    ])
      expect(isNarrowedTo(filter, notice()), filter).toBe(true);
    for (const filter of ['', 'state:blocked', 'state:exhausted type:track', 'status>'])
      expect(isNarrowedTo(filter, notice()), filter).toBe(false);
  });
});

describe('what is news', () => {
  const read = [notice()];

  it('is one that has begun or grown', () => {
    const grown = notice({ count: 13 });
    const other = notice({ id: 2, firstAt: 3_000, destinationName: 'CRM', count: 100_000 });
    const after = withAlerts(read, [grown, other]);
    expect(grownAlerts(after, read)).toEqual([
      { notice: other, before: undefined },
      { notice: grown, before: 12 },
    ]);
    expect(unseenOf(after, allSeen(read))).toEqual([other, grown]);
    expect(unseenOf(after, allSeen(after))).toEqual([]);
  });

  it('is not what a page finds when it is opened', () => {
    expect(unseenOf(read, null)).toEqual([]);
    expect(grownAlerts(read, read)).toEqual([]);
  });

  it('is one of another run of the core that has the same number', () => {
    const again = notice({ firstAt: 9_000, count: 1 });
    expect(grownAlerts([again], read)).toEqual([{ notice: again, before: undefined }]);
  });

  it('is worth a word again when it is ten times as many', () => {
    expect(isWorthAWord(notice({ count: 1 }), undefined)).toBe(true);
    expect(isWorthAWord(notice({ count: 119 }), 12)).toBe(false);
    expect(isWorthAWord(notice({ count: 120 }), 12)).toBe(true);
  });
});
