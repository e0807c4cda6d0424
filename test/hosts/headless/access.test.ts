import { describe, expect, test } from 'vitest';
import { createAccess, createTokenThrottle, randomToken } from '#main/hosts/headless/access.ts';

const request = (authorization?: string) =>
  ({ headers: { authorization }, socket: { remoteAddress: '127.0.0.1' } }) as unknown as Parameters<
    ReturnType<typeof createAccess>['checkRequest']
  >[0];

describe('an access token', () => {
  test('is random per start and too long to guess', () => {
    expect(randomToken()).not.toBe(randomToken());
    expect(randomToken().length).toBeGreaterThanOrEqual(32);
  });

  test('is read from a Bearer header in any letter case', () => {
    const access = createAccess('secret');
    expect(access.checkRequest(request('bearer secret'))).toEqual({ state: 'granted' });
    expect(access.checkRequest(request('Bearer secret2'))).toEqual({ state: 'wrong' });
    expect(access.checkRequest(request('secret'))).toEqual({ state: 'missing' });
    expect(access.checkRequest(request())).toEqual({ state: 'missing' });
  });
});

describe('the throttle of wrong tokens', () => {
  const fail = (throttle: ReturnType<typeof createTokenThrottle>, address: string) => {
    for (let count = 0; count < 10; count += 1) throttle.recordFailure(address);
  };

  test('counts a /64 IPv6 network as one machine', () => {
    const throttle = createTokenThrottle(() => 0);
    fail(throttle, '2001:db8:0:1::5');
    expect(throttle.retryAfterSeconds('2001:db8:0:1:9::1')).toBe(60);
    expect(throttle.retryAfterSeconds('2001:db8:0:2::5')).toBe(0);
    fail(throttle, '::ffff:192.0.2.1');
    expect(throttle.retryAfterSeconds('192.0.2.1')).toBe(60);
    expect(throttle.retryAfterSeconds('::1')).toBe(0);
  });

  test('remembers the last 1,000 addresses', () => {
    const throttle = createTokenThrottle(() => 0);
    fail(throttle, 'first');
    for (let index = 0; index < 999; index += 1) throttle.recordFailure(`10.0.0.${index}`);
    expect(throttle.retryAfterSeconds('first')).toBe(60);
    throttle.recordFailure('one more');
    expect(throttle.retryAfterSeconds('first')).toBe(0);
  });
});
