import { describe, expect, it } from 'vitest';
import { profileFacts } from '#shared/labels/profiles.ts';
import { plannedRetryMs, retryDelayMs, windowMsOf } from '#shared/lib/backoff.ts';
import { builtInProfiles, profileOf } from '#shared/profiles/profiles.ts';
import { secretProblem } from '#shared/profiles/secret.ts';
import { isDisabling, statusMeaning } from '#shared/profiles/status.ts';

const named = (profile: string) => profileOf({ profile });

describe('the built-in profiles', () => {
  it('have unique IDs and a dated source for each clause that has any', () => {
    const ids = builtInProfiles.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { sources } of builtInProfiles)
      for (const cited of Object.values(sources))
        for (const { document, seen } of cited) {
          expect(document).not.toBe('');
          expect(seen).not.toBe('');
        }
  });

  it('document their signature, and have a text for each fact', () => {
    for (const profile of builtInProfiles) {
      expect(profile.sources.signature, profile.id).not.toHaveLength(0);
      for (const { text } of profileFacts(profile)) expect(text, profile.id).not.toBe('');
    }
  });
});

describe('the meaning of a status', () => {
  it.each([
    ['segment-classic', 200, 'delivered'],
    ['segment-classic', 404, 'delivered'],
    ['segment-classic', 999, 'delivered'],
    ['segment-classic', 503, 'retried'],
    ['segment-actions', 404, 'not_retried'],
    ['segment-actions', 429, 'retried'],
    ['rudderstack', 302, 'not_retried'],
    ['rudderstack', 408, 'retried'],
    ['standard-webhooks', 301, 'retried'],
    ['paddle', 201, 'retried'],
    ['gitlab', 302, 'delivered'],
  ] as const)('%s %i: %s', (profile, status, meaning) => {
    expect(statusMeaning(named(profile), status)).toBe(meaning);
  });

  it('may disable the endpoint', () => {
    expect(isDisabling(named('standard-webhooks'), 410)).toBe(true);
    expect(isDisabling(named('standard-webhooks'), 404)).toBe(false);
    expect(isDisabling(named('segment-classic'), 410)).toBe(false);
  });
});

describe('the retries of a profile', () => {
  const schedule = (profile: string) => {
    const { retries } = named(profile);
    if (retries.kind === 'destination') throw new Error('It has no schedule of its own.');
    return retries;
  };

  it('follow the listed delays, then end', () => {
    const retries = schedule('standard-webhooks');
    expect([1, 2, 9, 10].map((retry) => retryDelayMs(retries, retry, 0))).toEqual([
      5_000,
      300_000,
      86_400_000,
      null,
    ]);
    expect(windowMsOf(retries)).toBe(Number.POSITIVE_INFINITY);
  });

  it('grow to a maximum, and end after the last attempt', () => {
    const retries = schedule('outpost');
    expect([1, 2, 10, 11].map((retry) => retryDelayMs(retries, retry, 0))).toEqual([
      30_000,
      60_000,
      15_360_000,
      null,
    ]);
    expect(windowMsOf(schedule('rudderstack'))).toBe(10_800_000);
  });

  it('vary by a reproducible part', () => {
    const retries = schedule('svix');
    expect(retryDelayMs(retries, 2, 0)).toBe(360_000);
    expect(retryDelayMs(retries, 2, 1)).toBe(240_000);
    expect(plannedRetryMs(retries, 7, 2)).toBe(plannedRetryMs(retries, 7, 2));
  });

  it('do not exist for some', () => {
    expect(retryDelayMs(schedule('github'), 1, 0)).toBeNull();
  });
});

describe('a secret', () => {
  it.each([
    ['segment-classic', 'anything', true],
    ['standard-webhooks', '', true],
    ['standard-webhooks', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
    ['standard-webhooks', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
    ['standard-webhooks', 'whsec_short', false],
    ['standard-webhooks', 'not base64!', false],
    ['discord', 'ab'.repeat(32), true],
    ['discord', 'xyz', false],
  ] as const)('of %s: %j is valid: %s', (profile, secret, isValid) => {
    expect(secretProblem(named(profile).signature, secret) === null).toBe(isValid);
  });
});
