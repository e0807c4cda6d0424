import { describe, expect, it } from 'vitest';
import {
  curlCopy,
  leftLabels,
  requestOfDelivery,
} from '#renderer/places/deliveries/detail/curl.tsx';
import { signatureResult } from '#renderer/places/deliveries/detail/signature-check.ts';
import { phasesOf } from '#renderer/places/deliveries/detail/timings-card.tsx';
import {
  bytesOf,
  cutOffText,
  jsonOf,
  keptBytes,
  textBytes,
} from '#renderer/requests/body-bytes.ts';
import type { SentRequest } from '#shared/deliveries/delivery.ts';
import { nothingKnown } from '#shared/deliveries/redaction.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { attempt } from './delivery-builder.ts';

describe('a request as a command', () => {
  it('is available before the first attempt, with the current settings, unless nothing is sent', () => {
    const headers: [string, string][] = [['X-Env', 'staging']];
    const nextRequest = { method: 'POST', url: 'https://a.test/', headers } as const;
    const waiting = { bodyText: '{}', nextRequest };
    expect(requestOfDelivery(waiting, null)?.request).toBe(nextRequest);
    const sent = attempt(1, 'https://b.test/');
    expect(requestOfDelivery(waiting, sent)?.request.url).toBe('https://b.test/');
    expect(requestOfDelivery({ ...waiting, bodyText: null }, null)).toBeNull();
    expect(requestOfDelivery({ ...waiting, nextRequest: null }, null)).toBeNull();
  });

  it('contains secrets only on request, and always its signature', () => {
    const request: SentRequest = {
      method: 'POST',
      url: 'https://ada:pass@a.test/?api_key=k123',
      headers: [
        ['Authorization', 'Bearer abcdefgh'],
        ['X-Echo', 'of wh_s3cret'],
        ['X-Signature', '0123456789abcdef0123456789abcdef01234567'],
      ],
    };
    const copy = curlCopy(
      { request, body: () => '{}' },
      { ...nothingKnown, values: ['wh_s3cret'] },
    );
    for (const secret of ['ada:pass', 'k123', 'abcdefgh', 'wh_s3cret']) {
      expect(copy.redacted()).not.toContain(secret);
      expect(copy.withSecrets()).toContain(secret);
    }
    expect(copy.redacted()).toContain('X-Signature: 0123456789abcdef');
    expect(copy.left).toContain('header Authorization');
    expect(leftLabels(['a', 'b', 'c'])).toBe('a, b, c');
    expect(leftLabels(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
    const plain: SentRequest = { method: 'POST', url: 'https://a.test/', headers: [['A', 'b']] };
    const same = curlCopy({ request: plain, body: () => '{}' }, nothingKnown);
    expect(same.left).toEqual([]);
    expect(same.redacted()).toBe(same.withSecrets());
  });

  it('redacts the header of a token, and its value', () => {
    const known = { ...nothingKnown, values: ['t0ken-of-x'], headerNames: ['X-Verify'] };
    const headers: SentRequest['headers'] = [
      ['X-Verify', 'an older one'],
      ['X-Echo', 'of t0ken-of-x'],
    ];
    const request = { method: 'POST', url: 'https://a.test/', headers };
    const copy = curlCopy({ request, body: () => '{}' }, known);
    expect(copy.redacted()).not.toMatch(/older|t0ken/);
  });

  it('redacts secrets that occur elsewhere', () => {
    const request: SentRequest = {
      method: 'POST',
      url: 'https://a.test/?access_token=abcdefgh',
      headers: [['X-Echo', 'of abcdefgh']],
    };
    const copy = curlCopy({ request, body: () => '{}' }, nothingKnown);
    expect(copy.redacted()).not.toContain('abcdefgh');
    expect(copy.withSecrets()).toContain('of abcdefgh');
  });
});

describe('an incomplete body', () => {
  const text = 'x'.repeat(65_536);
  it('shows the number of bytes kept, not the total', () => {
    const body = { text, base64: null, byteLength: 130_900, truncated: true };
    expect(keptBytes(body)).toBe(65_536);
    expect(cutOffText(body)).toContain('64 KB');
  });

  it('is marked incomplete', () => {
    const body = { text: 'half', base64: null, byteLength: 4, truncated: true };
    expect(cutOffText(body)).toMatch(/^Incomplete/);
  });
});

describe('bodies', () => {
  it('are a tree only if they can be expanded', () => {
    expect(jsonOf('{"a":1}')).toEqual({ a: 1 });
    expect([jsonOf('12'), jsonOf('{"a"'), jsonOf(null)]).toEqual([undefined, undefined, undefined]);
  });

  it('are the same bytes as text and as base64', () => {
    expect([...bytesOf(textBytes('é'))]).toEqual([0xc3, 0xa9]);
    expect([...bytesOf({ text: null, base64: 'AP8=' })]).toEqual([0, 255]);
  });
});

describe('the result of a signature check', () => {
  const signed = (value: string) =>
    attempt(1, 'https://a.test/', {
      request: { method: 'POST', url: 'https://a.test/', headers: [['X-Signature', value]] },
    });

  it('is valid when the header matches the current secret', () => {
    expect(signatureResult({ expectedSignature: 'abc' }, signed('abc')).tone).toBe('ok');
  });

  it.each([
    ['changed', 'def', 'since changed'],
    ['removed', null, 'since been removed'],
  ])('says that the secret was %s', (_case, expectedSignature, text) => {
    const result = signatureResult({ expectedSignature }, signed('abc'));
    expect(result).toMatchObject({ tone: 'warn', digest: 'abc' });
    expect(result.text).toContain(text);
  });

  it('shows what would be sent before the first attempt', () => {
    expect(signatureResult({ expectedSignature: 'abc' }, null).digest).toBe('abc');
    expect(signatureResult({ expectedSignature: null }, null).digest).toBeNull();
  });

  it('distinguishes an attempt that was not signed from a destination without a secret', () => {
    const unsigned = attempt(1, 'https://a.test/');
    expect(signatureResult({ expectedSignature: 'abc' }, unsigned).text).toContain('next attempt');
    expect(signatureResult({ expectedSignature: null }, unsigned).text).toContain(
      'no shared secret',
    );
  });
});

describe('numbers and names', () => {
  it.each([
    [2.14, '2.1 ms'],
    [214, '214 ms'],
    [5_000, '5.0 s'],
    [90_000, '1 min 30 s'],
    [14_400_000, '4 h'],
  ])('writes %d ms as %s', (ms, text) => expect(formatLatency(ms)).toBe(text));

  it.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_023, '1,023 bytes'],
    [1_536, '1.5 KB'],
    [65_536, '64 KB'],
    [1_048_575, '1 MB'],
    [5 * 1_024 ** 3, '5 GB'],
  ])('formats a size of %d as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it('identifies a webhook by host and path', () => {
    expect(webhookName('https://a.test/')).toBe('a.test');
    expect(webhookName('http://localhost:3000/in?x=1')).toBe('localhost:3000/in?x=1');
    expect(webhookName('no url')).toBe('no url');
  });
});

describe('the phases of an attempt', () => {
  const none = { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, bodyMs: null };

  it('cover the whole time, also without a response', () => {
    const phases = phasesOf({ ...none, connectMs: 1, totalMs: 5_000 }, true);
    expect(phases.map(({ id, ms }) => [id, ms])).toEqual([
      ['connect', 1],
      ['rest', 4_999],
    ]);
  });

  it('omit phases that did not happen, and negligible gaps', () => {
    const phases = phasesOf({ ...none, waitMs: 99.5, totalMs: 100 }, false);
    expect(phases.map(({ id }) => id)).toEqual(['wait']);
  });
});
