import { describe, expect, it } from 'vitest';
import {
  comparedOf,
  compareRoute,
  previousAttempt,
  refOfAttempt,
  type SideRef,
  sideRefOf,
  sideText,
} from '#renderer/places/deliveries/compare/compare-route.ts';
import {
  comparisonOf,
  comparisonSummary,
  type Side,
  sideOf,
} from '#renderer/places/deliveries/compare/comparison.ts';
import { viewOf } from '#renderer/places/deliveries/deliveries-route.ts';
import type {
  AttemptResponse,
  AttemptResult,
  DeliveryDetail,
} from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { attempt, delivery } from './delivery-builder.ts';

const a = 'https://a.test/hooks';
const b = 'https://b.test/';
const delivered: AttemptResult = { outcome: 'accepted', code: null, params: {} };
const failed: AttemptResult = { outcome: 'failed', code: 'server_error', params: {} };

const response = (status: number, text = '', headers: HeaderLines = []): AttemptResponse => ({
  status,
  headers,
  body: { text, base64: null, byteLength: text.length, truncated: false },
});

const sent = (headers: HeaderLines, url = a) => ({ method: 'POST' as const, url, headers });

function side(ref: string, of: DeliveryDetail): Side {
  const found = sideOf(sideRefOf(ref) as SideRef, of, null);
  if (found === null) throw new Error(`No side ${ref}`);
  return found;
}

function summary(before: Side, after: Side): string {
  return comparisonSummary(before, after, comparisonOf(before, after));
}

const retried = delivery({
  id: 12,
  bodyText: '{"a":1}',
  attemptList: [
    attempt(31, a, { request: sent([['X-Env', 'one']]), response: response(503), result: failed }),
    attempt(32, b, { request: sent([['X-Env', 'one']], b), result: delivered }),
    attempt(40, a, {
      request: sent([
        ['X-Env', 'one'],
        ['X-Retry', '1'],
      ]),
      response: response(200),
      result: delivered,
    }),
  ],
});

describe('the address of a comparison', () => {
  it.each<[string, SideRef]>([
    ['12', { kind: 'delivery', deliveryId: 12 }],
    ['12.3', { kind: 'attempt', deliveryId: 12, position: 3 }],
    ['12.c5', { kind: 'copy', deliveryId: 12, copyId: 5 }],
  ])('%s says what is compared', (text, ref) => {
    expect(sideRefOf(text)).toEqual(ref);
    expect(sideText(ref)).toBe(text);
  });

  it('keeps the filter of the list in which the second one is chosen', () => {
    const route = { page: 'deliveries', path: [], query: { filter: 'status>=500' } } as const;
    const compared = { before: sideRefOf('12.1'), after: sideRefOf('15') } as never;
    const to = { ...route, ...compareRoute(route, compared) } as never;
    expect(to).toMatchObject({ path: ['compare', '12.1', '15'], query: route.query });
    expect(comparedOf(to)).toEqual(compared);
    expect(viewOf(to)).toMatchObject({ list: 'deliveries', id: 15, filter: 'status>=500' });
  });

  it.each(['0', '12.', '12.x', '12.0', 'r5', '12.3.4', '-1', '1e3'])(
    'is ignored when it is %s',
    (text) => expect(sideRefOf(text)).toBeNull(),
  );

  it('names attempts by position, and the previous one at the same webhook', () => {
    const [first, other, third] = retried.attemptList;
    expect(refOfAttempt(retried, third ?? null)).toMatchObject({ position: 3 });
    expect(refOfAttempt(retried, null)).toEqual({ kind: 'delivery', deliveryId: 12 });
    expect(previousAttempt(retried, third ?? null)).toBe(first);
    expect(previousAttempt(retried, other ?? null)).toBe(first);
    expect(previousAttempt(retried, first ?? null)).toBeNull();
  });
});

describe('the summary of a comparison', () => {
  it('names the header and the response that differ', () => {
    expect(summary(side('12.1', retried), side('12.3', retried))).toContain(
      'headers X-Retry; response (503, then 200)',
    );
  });

  it('names the webhooks if they differ', () => {
    expect(summary(side('12.1', retried), side('12.2', retried))).toMatch(
      /^Attempt 1 to b\.test .* attempt 1 to a\.test\/hooks: URL; response \(503, then accepted\)$/,
    );
  });

  it('reports that nothing differs', () => {
    const one = side('12.1', retried);
    expect(summary(one, one)).toContain('same response');
  });

  it('reports bodies with another value, or else another notation', () => {
    const other = (bodyText: string) =>
      side('15', delivery({ id: 15, bodyText, attemptList: [], nextRequest: sent([]) }));
    const first = other('{"a":1,"b":{"c":[1,2]}}');
    expect(summary(first, other('{"a":2,"b":{"c":[1]}}'))).toMatch(/: body a, b\.c\[1\]$/);
    expect(summary(first, other('{"b":{"c":[1,2.0]},"a":1}'))).toContain(
      'body bytes, same JSON (key order, number format)',
    );
    expect(summary(first, first)).toContain('identical requests; not sent yet');
  });

  it('does not load the members of large bodies', () => {
    const large = (last: number) =>
      side('15', delivery({ id: 15, bodyText: JSON.stringify({ x: 'x'.repeat(150_000), last }) }));
    const [first, second] = [large(1), large(2)];
    expect(comparisonOf(first, second).body?.meaning).toEqual({ kind: 'large' });
    expect(summary(first, second)).toMatch(/: body$/);
  });

  it('omits differences that follow from the body, and response times', () => {
    const of = (id: number, length: string, bodyText: string) =>
      delivery({
        id,
        bodyText,
        attemptList: [
          attempt(id, a, {
            request: sent([
              ['X-Signature', length],
              ['content-length', length],
            ]),
            response: response(200, 'ok', [['Date', length]]),
            result: delivered,
          }),
        ],
      });
    expect(summary(side('1', of(1, '7', '{"a":1}')), side('2', of(2, '8', '{"a":10}')))).toMatch(
      /^Delivery 2 .* delivery 1: body a$/,
    );
  });

  it('gives the reason if nothing can be compared', () => {
    const notSent = delivery({ id: 15, state: 'not_sent', bodyText: null });
    expect(summary(side('12.1', retried), side('15', notSent))).toContain(
      'delivery 15 was not sent',
    );
  });

  it('detects an attempt that does not exist', () => {
    expect(sideOf({ kind: 'attempt', deliveryId: 12, position: 4 }, retried, null)).toBeNull();
    expect(sideOf({ kind: 'copy', deliveryId: 12, copyId: 1 }, retried, null)).toBeNull();
  });
});
