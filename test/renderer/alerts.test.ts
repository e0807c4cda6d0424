import { describe, expect, it } from 'vitest';
import {
  alertCause,
  alertRoute,
  alertTitle,
  allSeen,
  grownAlerts,
  isNarrowedTo,
  shouldNotify,
  unseenOf,
} from '#renderer/deliveries/alerts.ts';
import { withAlerts } from '#renderer/kit/data/alerts.ts';
import type { Alert } from '#shared/deliveries/alert.ts';

const alert = (more: Partial<Alert> = {}): Alert => ({
  id: 1,
  destinationId: 'dst_1',
  destinationName: 'Billing',
  state: 'gave_up',
  lastStatus: 503,
  lastCode: 'server_error',
  count: 12,
  deliveryId: 7,
  firstAt: 1_000,
  lastAt: 2_000,
  ...more,
});

describe('an alert', () => {
  it('names the count, destination, state and cause', () => {
    expect(`${alertTitle(alert())}: ${alertCause(alert())}`).toBe(
      '12 deliveries to Billing gave up: latest status 503',
    );
    const blocked = alert({
      state: 'blocked',
      lastStatus: null,
      lastCode: 'self_signed',
      count: 1,
    });
    expect(`${alertTitle(blocked)}: ${alertCause(blocked)}`).toBe(
      '1 delivery to Billing was blocked: self-signed certificate',
    );
    expect(alertCause(alert({ lastStatus: null, lastCode: 'timeout' }))).toBe(
      'no response in time',
    );
    expect(alertCause(alert({ lastStatus: null, lastCode: 'expired' }))).toBe(
      'certificate expired',
    );
  });

  it('truncates a long name in the title but not in the filter', () => {
    const long = alert({ destinationName: 'n'.repeat(100) });
    expect(alertTitle(long)).toBe(`12 deliveries to ${'n'.repeat(39)}… gave up`);
    expect(alertRoute(long).query?.filter).toContain('n'.repeat(100));
  });

  it('links to its deliveries, and opens a single one', () => {
    expect(alertRoute(alert())).toEqual({
      page: 'deliveries',
      path: [],
      query: { filter: 'state:gave_up destination=Billing status=503' },
    });
    expect(alertRoute(alert({ count: 1 })).path).toEqual(['7']);
  });

  it('is visible where the list shows only its deliveries', () => {
    for (const filter of [
      'state:gave_up',
      'destination=Billing state:gave_up',
      'state:gave_up destination=Billing status=503',
    ])
      expect(isNarrowedTo(filter, alert()), filter).toBe(true);
    for (const filter of ['', 'state:blocked', 'state:gave_up type:track', 'status>'])
      expect(isNarrowedTo(filter, alert()), filter).toBe(false);
  });
});

describe('new alerts', () => {
  const read = [alert()];

  it('include those that appeared or grew', () => {
    const grown = alert({ count: 13 });
    const other = alert({ id: 2, firstAt: 3_000, destinationName: 'CRM', count: 100_000 });
    const after = withAlerts(read, [grown, other]);
    expect(grownAlerts(after, read)).toEqual([
      { alert: other, before: undefined },
      { alert: grown, before: 12 },
    ]);
    expect(unseenOf(after, allSeen(read))).toEqual([other, grown]);
    expect(unseenOf(after, allSeen(after))).toEqual([]);
  });

  it('exclude those from before the page opened', () => {
    expect(unseenOf(read, null)).toEqual([]);
    expect(grownAlerts(read, read)).toEqual([]);
  });

  it('include one of another run of the core with the same id', () => {
    const again = alert({ firstAt: 9_000, count: 1 });
    expect(grownAlerts([again], read)).toEqual([{ alert: again, before: undefined }]);
  });

  it('repeat after tenfold growth', () => {
    expect(shouldNotify(alert({ count: 1 }), undefined)).toBe(true);
    expect(shouldNotify(alert({ count: 119 }), 12)).toBe(false);
    expect(shouldNotify(alert({ count: 120 }), 12)).toBe(true);
  });
});
