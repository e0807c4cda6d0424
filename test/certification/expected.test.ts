/** When a sender must try again: only by what its provider documents. */
import { describe, expect, it } from 'vitest';
import { type CaseResponse, expectedAfter } from '#main/certification/sender/expected.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

const failed: CaseResponse = {
  kind: 'status',
  status: 500,
  retryAfterMs: null,
  afterMs: 0,
  headers: () => ({}),
};
const tooMany: CaseResponse = { ...failed, status: 429 };
const noResponse: CaseResponse = { kind: 'no_response' };

const expectedOf = (
  profile: Parameters<typeof profileOf>[0]['profile'],
  number: number,
  elapsedMs: number,
  response: CaseResponse = failed,
) => expectedAfter(profileOf({ profile }), { number, elapsedMs, response });

describe('without documented delays', () => {
  it.each([
    ['shopify', 8, 3 * hours],
    ['paddle', 60, 2 * days],
    ['stripe', 1, 0],
  ] as const)(
    '%s may wait any time for retry %i, within its window',
    (profile, number, elapsed) => {
      expect(expectedOf(profile, number, elapsed)).toMatchObject({
        retry: 'required',
        earliestMs: 0,
      });
    },
  );

  it.each([
    ['shopify', 9, 3 * hours],
    ['paddle', 61, 2 * days],
  ] as const)('%s ends after %i attempts', (profile, number, elapsed) => {
    expect(expectedOf(profile, number, elapsed).retry).toBe('forbidden');
  });

  it.each([
    ['shopify', 4 * hours],
    ['paddle', 3 * days],
    ['stripe', 3 * days],
    ['square', days],
    ['sendgrid', days],
    ['discord', 10 * minutes],
    ['segment-actions', 4 * hours],
  ] as const)('%s ends after its window', (profile, windowMs) => {
    expect(expectedOf(profile, 3, windowMs - 1)).toMatchObject({ latestMs: 1 });
    expect(expectedOf(profile, 3, windowMs + 1).retry).toBe('forbidden');
  });

  it('need not retry until the end of the window', () => {
    expect(expectedOf('stripe', 2, hours).retry).toBe('allowed');
  });
});

describe('with documented delays', () => {
  it('Svix waits for a minute after a timeout or 429, with jitter', () => {
    const slow = { earliestMs: 48_000, latestMs: 72_000 };
    expect(expectedOf('svix', 1, 0, tooMany)).toMatchObject(slow);
    expect(expectedOf('svix', 1, 0, noResponse)).toMatchObject(slow);
    expect(expectedOf('svix', 1, 0)).toMatchObject({ earliestMs: 4_000, latestMs: 6_000 });
  });

  it('RudderStack may retry at the edge of its window, and not after it', () => {
    expect(expectedOf('rudderstack', 30, 2 * hours).retry).toBe('required');
    expect(expectedOf('rudderstack', 40, 3 * hours - 1).retry).toBe('allowed');
    expect(expectedOf('rudderstack', 40, 3 * hours + 1).retry).toBe('forbidden');
  });

  it('Twilio retries a failed connection once, and no timeout', () => {
    expect(expectedOf('twilio', 1, 0, { kind: 'reset' }).retry).toBe('required');
    expect(expectedOf('twilio', 2, 0, { kind: 'reset' }).retry).toBe('forbidden');
    expect(expectedOf('twilio', 1, 0, noResponse).retry).toBe('forbidden');
    expect(expectedOf('twilio', 1, 0).retry).toBe('forbidden');
  });
});
