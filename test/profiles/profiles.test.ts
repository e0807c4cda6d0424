import { describe, expect, it } from 'vitest';
import { sharedSecretWarning } from '#shared/connections/destination.ts';
import { fieldIssues } from '#shared/kit/issue-text.ts';
import { plannedRetryMs, retryDelayMs, scheduleMs, windowMsOf } from '#shared/profiles/backoff.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles, profileOf } from '#shared/profiles/profiles.ts';
import { secretProblem } from '#shared/profiles/secret.ts';
import { isDisabling, statusMeaning } from '#shared/profiles/status.ts';
import { profileFacts } from '#shared/profiles/text.ts';
import { Configuration } from '#shared/settings/configuration.ts';

const named = (profile: string) => profileOf({ profile });

const definition = {
  id: 'acme',
  name: 'Acme',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'Acme-Signature',
    content: '{timestamp}.{body}',
    encoding: 'hex',
  },
  headers: [['Content-Type', 'application/json']],
  timeLimitMs: 10_000,
  success: { accepted: ['2xx'] },
  retries: { kind: 'delays', delaysMs: [5_000] },
  body: 'message',
};

/** Errors of a configuration file with a profile, each with its path. */
const problemsOf = (profile: unknown): readonly string[] =>
  (Configuration.safeParse({ destinations: [{ name: 'Acme', profile }] }).error?.issues ?? [])
    .flatMap(fieldIssues)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a definition in the configuration file', () => {
  it('is accepted', () => {
    expect(problemsOf(definition)).toEqual([]);
  });

  it.each([
    [{ ...definition, signature: undefined }, 'signature'],
    [{ ...definition, signature: { ...definition.signature, hash: 'md5' } }, 'signature.hash'],
    [{ ...definition, signature: { ...definition.signature, kind: 'rsa' } }, 'signature.kind'],
    [{ ...definition, signature: { ...definition.signature, content: '{tme}' } }, '{tme}'],
    [{ ...definition, signature: { ...definition.signature, entry: 'v1=' } }, '{signature}'],
    [{ ...definition, signature: { ...definition.signature, content: '{body}{body}' } }, '{body}'],
    [{ ...definition, headers: [['X-Id']] }, 'headers.0'],
    [{ ...definition, headers: [['X-Id', '{uuid}']] }, '{uuid}'],
    [{ ...definition, retries: { kind: 'linear' } }, 'exponential'],
    [{ ...definition, retries: { kind: 'delays', delaysMs: [] } }, 'delaysMs'],
    [{ ...definition, timeLimit: 5 }, '"timeLimit"'],
    ['strpe', '"strpe"'],
    [null, 'stripe'],
  ])('names the wrong field (%#)', (profile, name) => {
    const problems = problemsOf(profile);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('destinations.0.profile');
    expect(problems[0]).toContain(name);
  });

  it('is never replaced by the default', () => {
    expect(() => profileOf({ profile: 'strpe' })).toThrow('strpe');
  });
});

/** The longest text that a field accepts, in a definition where all others are as they were. */
const longestIn = (build: (text: string) => object, length: number): boolean[] =>
  [length, length + 1].map((size) => ProviderProfile.safeParse(build('a'.repeat(size))).success);

describe('each text of a definition has a maximum length', () => {
  const signature = (more: object) => ({
    ...definition,
    signature: { ...definition.signature, ...more },
  });

  it.each([
    [(text: string) => signature({ content: text }), 1_000],
    [(text: string) => signature({ value: `${text.slice(12)}{signatures}` }), 1_000],
    [(text: string) => signature({ entry: `${text.slice(11)}{signature}` }), 1_000],
    [(text: string) => signature({ header: text }), 100],
    [(text: string) => signature({ separator: text }), 100],
    [(text: string) => signature({ keyPrefix: text }), 100],
    [(text: string) => ({ ...definition, id: text }), 60],
    [(text: string) => ({ ...definition, name: text }), 100],
    [(text: string) => ({ ...definition, headers: [[text, 'a']] }), 100],
    [(text: string) => ({ ...definition, headers: [['X-Id', text]] }), 8_192],
    [(text: string) => ({ ...definition, bodyHashParameter: text }), 100],
    [(text: string) => ({ ...definition, attemptField: text }), 100],
    ...['document', 'seen'].map((field, index): [(text: string) => object, number] => [
      (text) => ({
        ...definition,
        sources: { body: [{ kind: 'code', document: 'a', seen: 'a', [field]: text }] },
      }),
      index === 0 ? 1_000 : 100,
    ]),
  ])('%#', (build, length) => {
    expect(longestIn(build, length)).toEqual([true, false]);
  });
});

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
    ['segment-classic', 200, 'accepted'],
    ['segment-classic', 404, 'final'],
    ['segment-classic', 999, 'final'],
    ['segment-classic', 503, 'retried'],
    ['segment-actions', 403, 'not_retried'],
    ['segment-actions', 404, 'retried'],
    ['segment-actions', 429, 'retried'],
    ['rudderstack', 302, 'not_retried'],
    ['rudderstack', 408, 'retried'],
    ['standard-webhooks', 301, 'retried'],
    ['paddle', 201, 'retried'],
    ['discord', 200, 'retried'],
    ['discord', 204, 'accepted'],
    ['gitlab', 302, 'accepted'],
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

  it('of Paddle are 20 in the first hour, and 60 within its window', () => {
    const times = scheduleMs(schedule('paddle'), () => 0);
    expect(times.filter((time) => time <= 3_600_000)).toHaveLength(20);
    expect(times).toHaveLength(60);
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

describe('a profile of your own', () => {
  const own = {
    id: 'acme',
    name: 'Acme',
    signature: { kind: 'token', header: 'Acme-Token' },
    headers: [['Content-Type', 'application/json']],
    timeLimitMs: 1_000,
    success: { accepted: ['2xx'] },
    retries: { kind: 'none' },
    body: 'message',
  };
  const exponential = {
    kind: 'exponential',
    baseMs: 1,
    factor: 1,
    capMs: 1,
    maxAttempts: 2,
    windowMs: null,
    windowLimits: 'attempts',
  } as const;
  const hmac = { kind: 'hmac', hash: 'sha1', header: 'Sig', content: '{body}', encoding: 'hex' };

  it.each([
    ['a header set by the HTTP client', { headers: [['Host', 'evil.example']] }, 'headers.0.0'],
    ['its length', { headers: [['content-length', '3']] }, 'headers.0.0'],
    ['a header name with a line break', { headers: [['A\r\nB', 'x']] }, 'headers.0.0'],
    ['a header name with quotes', { headers: [["X'.`id`.'", 'x']] }, 'headers.0.0'],
    ['a header name of a property', { headers: [['__proto__', '{id}']] }, 'headers.0.0'],
    ['a secret', { headers: [['X-Api-Key', 'k3y']] }, 'headers.0.1'],
    ['a header value with a line break', { headers: [['A', 'x\r\nB: y']] }, 'headers.0.1'],
    [
      'a token in the Host header',
      { signature: { kind: 'token', header: 'Host' } },
      'signature.header',
    ],
    [
      'a signature name with a space',
      { signature: { ...hmac, header: 'A B' } },
      'signature.header',
    ],
    [
      'a signature with a line break',
      { signature: { ...hmac, value: '{signatures}\n' } },
      'signature.value',
    ],
    [
      'an entry with a line break',
      { signature: { ...hmac, entry: '{signature}\n' } },
      'signature.entry',
    ],
    ['a parameter that ends the query', { bodyHashParameter: 'a#b' }, 'bodyHashParameter'],
    [
      'retries without a limit',
      { retries: { ...exponential, maxAttempts: null } },
      'retries.maxAttempts',
    ],
    ['retries without a delay', { retries: { ...exponential, baseMs: 0 } }, 'retries.baseMs'],
  ])('is rejected with %s', (_, change, path) => {
    expect(ProviderProfile.safeParse(own).success).toBe(true);
    const { error } = ProviderProfile.safeParse({ ...own, ...change });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  it('waits at least a millisecond between attempts', () => {
    const retries = { ...exponential, jitter: { minus: 1, plus: 0 } };
    expect(retryDelayMs(retries, 1, 1)).toBe(1);
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

  const right = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  it.each([
    ['a carriage return', `${right}\r`, '‹CR›'],
    ['a space', ` ${right}`, '‹SP›'],
    ['an invisible character', `\u200b${right}`, '‹ZWSP›'],
    ['the version of a signature', `v1,${right}`, '"v1,"'],
    ['the prefix twice', `whsec_${right}`, '"whsec_"'],
    ['quotes', `"${right}"`, 'quotes'],
    ['base64url', right.replace('9r8', '-_8'), 'base64url'],
    ['words', 'whsec_the-signing-secret-of-our-staging-shop', 'must be Base64'],
  ])('with %s says so', (_, secret, found) => {
    expect(secretProblem(named('standard-webhooks').signature, secret)).toContain(found);
  });

  it.each([
    ['s3cret\r', '‹CR›'],
    ['\ufeffs3cret', '‹BOM›'],
    ['s3 cret', null],
  ])('that is used as typed names what surrounds it: %j', (secret, found) => {
    const warning = sharedSecretWarning(secret);
    if (found === null) expect(warning).toBeNull();
    else expect(warning).toContain(found);
  });
});
