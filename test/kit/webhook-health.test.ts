import { describe, expect, it } from 'vitest';
import type { AttemptCode } from '#shared/deliveries/delivery.ts';
import type { WebhookHealth } from '#shared/statistics/statistics.ts';
import { healthOf, healthText, latestOf } from '#shared/statistics/webhook-health.ts';

/** Attempts as letters, oldest first: `.` succeeded, `x` failed. */
const failuresOf = (attempts: string): readonly boolean[] =>
  [...attempts].map((letter) => letter === 'x').reverse();

interface Facts {
  readonly isBlocked?: boolean;
  readonly isRefused?: boolean;
  readonly p90Ms?: number | null;
}

const health = (attempts: string, more: Facts = {}) =>
  healthOf({
    attempts: attempts.length,
    failures: failuresOf(attempts),
    isBlocked: false,
    isRefused: false,
    p90Ms: 20,
    ...more,
  });

describe('the health of a webhook', () => {
  it.each<[WebhookHealth, string]>([
    ['inactive', ''],
    ['healthy', '.'],
    ['healthy', '....................'],
    // A single failure may be temporary, even the latest.
    ['healthy', '...................x'],
    ['healthy', '..x.....x...........'],
    ['degraded', '..x..x..x...........'],
    ['degraded', '.x.x.x.x.x.x.x.x.x.x'],
    // Three at the end are not yet an outage.
    ['degraded', '.................xxx'],
    ['failing', 'x'],
    ['failing', 'xx'],
    ['degraded', '.xx'],
    ['failing', '.xxx'],
    ['failing', '...............xxxxx'],
    ['failing', 'xxxxxxxxxxxxxxxxxxxx'],
    ['recovering', 'x.'],
    ['recovering', 'xxxxxxxxxxxxxxxxxxx.'],
    ['recovering', 'xxx.................'],
    ['recovering', '..xxxxx.............'],
    ['healthy', 'xx..................'],
    // Every other attempt fails: nothing recovers.
    ['degraded', 'x.x.x.x.x.x.x.x.x.x.'],
  ])('is %s after %s', (expected, attempts) => {
    expect(health(attempts)).toBe(expected);
  });

  it('is failing when the latest attempt was blocked', () => {
    expect(health('...................x', { isBlocked: true })).toBe('failing');
  });

  it('is degraded when more than 10% responded slowly, unless it is worse', () => {
    expect(health('..........', { p90Ms: 1_001 })).toBe('degraded');
    expect(health('..........', { p90Ms: 1_000 })).toBe('healthy');
    expect(health('..........', { p90Ms: null })).toBe('healthy');
    expect(health('xxxx', { p90Ms: 4_000 })).toBe('failing');
  });

  it('is degraded when the latest response was not 2xx, unless it is worse', () => {
    expect(health('..........', { isRefused: true })).toBe('degraded');
    expect(health('xxxxxx....', { isRefused: true })).toBe('recovering');
  });

  it('is inactive without attempts in the range, whatever happened before', () => {
    expect(
      healthOf({ attempts: 0, failures: [true], isBlocked: true, isRefused: false, p90Ms: null }),
    ).toBe('inactive');
  });
});

describe('the explanation', () => {
  const text = (attempts: string, lastCode: AttemptCode | null = null, lastStatus = 200): string =>
    healthText({
      lastStatus,
      health: health(attempts),
      latest: latestOf(failuresOf(attempts)),
      latency: { p50: 10, p90: 20, p99: 30 },
      lastCode,
      active: true,
    });

  it('names the numbers that led to the state', () => {
    expect(text('..x..x..x...........')).toMatch(/^3 of the last 20 .*15 %.*20 ms/);
    expect(text('xxxxxxxxxxxxxxxxx...')).toMatch(/^17 of the last 20 .*85 %.*latest 3/);
    expect(text('...............xxxxx', 'timeout')).toMatch(/^5 of .*25 %.*latest 5.*no response/);
    expect(text('xxx', 'timeout')).toMatch(/^All 3 /);
    expect(text('..x', 'client_error', 401)).toContain('401');
    expect(text('')).toMatch(/^No attempts/);
  });
});
