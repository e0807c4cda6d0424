import { describe, expect, it } from 'vitest';
import { noArrivals, withArrivals } from '#renderer/kit/data/arrivals.ts';
import {
  agoText,
  sourceArrivals,
} from '#renderer/places/connections/sources/first-event-check.tsx';
import type { MessageSummary, RejectedSummary } from '#shared/ingestion/message.ts';

function message(id: number, more: Partial<MessageSummary> = {}): MessageSummary {
  return {
    id,
    messageId: `m${id}`,
    sourceId: 's',
    sourceName: 'Shop',
    type: 'track',
    label: `Event ${id}`,
    columnValue: null,
    userId: 'ada',
    anonymousId: null,
    timestamp: '2026-11-20T12:00:00.000Z',
    receivedAt: id * 1_000,
    origin: { kind: 'sdk', id: null },
    outcome: 'routed',
    deliveryCount: 1,
    ...more,
  };
}

function rejection(id: number, more: Partial<RejectedSummary> = {}): RejectedSummary {
  return {
    id,
    receivedAt: id * 1_000,
    sourceId: 's',
    sourceName: 'Shop',
    type: 'track',
    status: 400,
    code: 'event_not_defined',
    problem: { code: 'event_missing', params: {} },
    batch: null,
    ...more,
  };
}

describe('the check for the first event of a source', () => {
  it('waits once it is known that there is none', () => {
    expect(sourceArrivals(undefined, 's', 0)).toBeNull();
    expect(sourceArrivals(noArrivals, 's', null)).toBeNull();
    expect(sourceArrivals(noArrivals, 's', 0)).toEqual({
      event: { kind: 'waiting' },
      rejection: null,
    });
  });

  it('shows the newest event of this source, in any order of arrival', () => {
    const arrivals = withArrivals(
      noArrivals,
      [message(3), message(2), message(9, { sourceId: 'x' })],
      [],
    );
    expect(sourceArrivals(arrivals, 's', 2)?.event).toMatchObject({ message: { id: 3 } });
  });

  it('counts events that are too old to be shown', () => {
    expect(sourceArrivals(noArrivals, 's', 1_204)?.event).toEqual({
      kind: 'earlier',
      total: 1_204,
    });
  });

  it('shows that a request was rejected, until one is accepted', () => {
    const rejectedOnce = withArrivals(noArrivals, [], [rejection(1)]);
    expect(sourceArrivals(rejectedOnce, 's', 0)?.rejection?.id).toBe(1);
    const accepted = withArrivals(rejectedOnce, [message(1)], []);
    expect(sourceArrivals(accepted, 's', 1)?.rejection).toBeNull();
    // The clock may have been set back, so order of arrival counts.
    const again = withArrivals(accepted, [], [rejection(2, { receivedAt: 1 })]);
    expect(sourceArrivals(again, 's', 1)?.rejection?.id).toBe(2);
  });

  it('uses the times of events that arrive together', () => {
    const first = withArrivals(noArrivals, [message(5)], [rejection(4)]);
    expect(sourceArrivals(first, 's', 1)?.rejection).toBeNull();
    const second = withArrivals(noArrivals, [message(5)], [rejection(6)]);
    expect(sourceArrivals(second, 's', 1)?.rejection?.id).toBe(6);
  });

  it('treats an unknown key as a typo while the first event is awaited', () => {
    const slip = rejection(3, { sourceId: null, code: 'unknown_source' });
    const waiting = withArrivals(noArrivals, [], [slip]);
    expect(sourceArrivals(waiting, 's', 0)?.rejection?.id).toBe(3);
    expect(sourceArrivals(withArrivals(waiting, [message(1)], []), 's', 1)?.rejection).toBeNull();
    const other = withArrivals(noArrivals, [], [rejection(4, { sourceId: null })]);
    expect(sourceArrivals(other, 's', 0)?.rejection).toBeNull();
  });

  it('shows the time', () => {
    expect([agoText('now'), agoText('4m'), agoText('+2h')]).toEqual([
      'just now',
      '4m ago',
      '2h ahead',
    ]);
  });
});
