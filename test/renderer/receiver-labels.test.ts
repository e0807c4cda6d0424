import { describe, expect, it } from 'vitest';
import {
  behaviourLine,
  behaviourSentences,
  deletionSentence,
  percent,
  stepLabels,
  timesWord,
} from '#renderer/pages/receivers/editor/behavior-labels.ts';
import { galleryGroups } from '#renderer/pages/receivers/gallery/gallery-groups.ts';
import {
  responseSentence,
  signatureFinding,
} from '#renderer/pages/receivers/requests/entry-labels.ts';
import { receiverGallery } from '#shared/lib/receiver-gallery.ts';
import { receiverFaultNames, receiverTlsNames } from '#shared/lib/receiver-names.ts';
import { NewReceiver } from '#shared/schemas/receiver.ts';
import { ReceiverStep } from '#shared/schemas/receiver-step.ts';

const receiver = (settings: object = {}) => NewReceiver.parse({ name: 'r', ...settings });
const line = (settings: object = {}) => behaviourLine(receiver(settings));
const sentences = (settings: object = {}) => behaviourSentences(receiver(settings));

it('the end of a receiver promises a 404 only where somebody is left to answer it', () => {
  const said = (settings: object) => deletionSentence(receiver(settings));
  expect(said({})).toContain('404');
  for (const settings of [{ steps: [{ fault: 'refuse_connection' }] }, { tls: 'good' }])
    expect(said(settings)).toBe('Webhooks with its URL reach nobody from now on.');
});

describe('the behaviour in one line', () => {
  it('tells one answer, a sequence, a cycle and chance apart', () => {
    expect(line()).toBe('Always 200');
    expect(line({ steps: [{ fault: 'hang' }] })).toBe('Hangs');
    expect(line({ steps: [{ status: 503, times: 3 }, {}] })).toBe('503 three times, then 200');
    expect(line({ steps: [{ status: 503 }, { times: 2 }], then: 'repeat' })).toBe(
      '503 once, then 200 twice, and anew',
    );
    expect(line({ steps: [{ status: 503 }, { times: 2 }], then: 'random' })).toBe(
      'At random 503 (33 %) or 200 (67 %)',
    );
  });

  it('tells what goes before the steps first', () => {
    expect(
      line({
        secret: 's',
        strict: true,
        rateLimit: { perSecond: 10 },
        outage: { from: '00:10', to: '02:30' },
        tls: 'expired',
        tlsFloor: '1.3',
      }),
    ).toBe(
      'Certificate: expired · TLS 1.3 only · down daily 00:10 to 02:30 · at most 10 a second · 401 without a right signature · always 200',
    );
  });

  it('counts the steps that are too many to tell', () => {
    const steps = Array.from({ length: 6 }, (_, index) => ({ status: 500 + index }));
    expect(line({ steps })).toBe(
      '500 once, then 501 once, then 502 once, then 503 once, then 2 more',
    );
  });

  it('has words for every fault and every certificate', () => {
    for (const fault of receiverFaultNames) expect(line({ steps: [{ fault }] })).toMatch(/\w{3}/);
    for (const tls of receiverTlsNames) expect(line({ tls })).toMatch(/\w{3}/);
    const words = receiverFaultNames.map((fault) => stepLabels(ReceiverStep.parse({ fault })));
    expect(new Set(words).size).toBe(receiverFaultNames.length);
  });
});

describe('the behaviour in sentences', () => {
  it('follows the order in which a request meets it', () => {
    expect(
      sentences({
        secret: 's',
        strict: true,
        tls: 'good',
        rateLimit: { perSecond: 1_000, retryAfterSeconds: 5 },
        outage: { from: '23:00', to: '02:30', fault: 'refuse_connection' },
        steps: [{ status: 503, times: 2, delayMs: 250 }, { fault: 'close' }, { delayMaxMs: 1_000 }],
      }),
    ).toEqual([
      'Over https, with a certificate of the development authority: Hookwright trusts it.',
      'From 23:00 to 02:30 every day, on the virtual clock, it refuses connections.',
      'Beyond 1,000 requests of one second it answers 429 with Retry-After: 5.',
      'A wrong or missing signature is answered with 401.',
      'It answers 503 after 250 ms twice, then closes the connection without an answer once; from then on it answers 200 after 0 s to 1 s.',
    ]);
  });

  it('gives the chances and the seed of a draw, and says when a cycle begins anew', () => {
    const steps = [{ status: 503 }, { times: 3 }];
    expect(sentences({ steps, then: 'random', seed: 7 })).toEqual([
      'Every request draws its answer: in 25 % it answers 503 and in 75 % it answers 200. Seed 7 draws the same answers every time.',
    ]);
    expect(sentences({ steps, then: 'repeat' })).toEqual([
      'It answers 503 once, then answers 200 three times, and then begins anew.',
    ]);
  });

  it('says no delay where nothing is waited for', () => {
    expect(stepLabels(ReceiverStep.parse({ fault: 'hang', delayMs: 500 }))).toBe('never answers');
  });

  it('writes numbers as people read them', () => {
    expect([1, 2, 3, 1_000].map(timesWord)).toEqual([
      'once',
      'twice',
      'three times',
      '1,000 times',
    ]);
    expect([0.05, 33.33, 100].map(percent)).toEqual(['0.05 %', '33 %', '100 %']);
  });
});

describe('an entry of the log', () => {
  const answered = { kind: 'request', fault: 'none', cause: 'step', response: null } as const;
  const response = {
    status: 503,
    headers: [],
    body: { text: '', base64: null, byteLength: 0, truncated: false },
    delayMs: 1_500,
    step: 1,
  };

  it('says what was answered and why', () => {
    expect(responseSentence({ ...answered, status: 503, response })).toBe(
      'It answered 503 after 1.5 s, as step 2 says.',
    );
    expect(
      responseSentence({ ...answered, status: 429, cause: 'rate_limit', response: null }),
    ).toBe('It answered 429, because of the rate limit.');
    expect(responseSentence({ ...answered, status: null, fault: 'hang' })).toBe(
      'No response: hangs.',
    );
    expect(responseSentence({ ...answered, kind: 'handshake_failed', status: null })).toMatch(
      /handshake did not succeed/,
    );
  });

  it('names the reason of each pair of verdicts', () => {
    expect(signatureFinding({ raw: 'match', parsed: 'match' }).tone).toBe('ok');
    expect(signatureFinding({ raw: 'match', parsed: 'mismatch' }).text).toMatch(/as they came/);
    expect(signatureFinding({ raw: 'match', parsed: 'not_json' }).text).toMatch(/not JSON/);
    expect(signatureFinding({ raw: 'mismatch', parsed: 'match' })).toMatchObject({ tone: 'warn' });
    expect(signatureFinding({ raw: 'mismatch', parsed: 'mismatch' }).text).toMatch(
      /another secret/,
    );
    expect(signatureFinding({ raw: 'missing', parsed: 'missing' }).text).toMatch(/no X-Signature/);
  });
});

describe('the gallery', () => {
  const presets = receiverGallery.map(({ title, summary, settings }) => ({
    title,
    summary,
    settings: receiver({ ...settings, secret: 's' }),
  }));

  it('shows each failure once, in a group', () => {
    const shown = galleryGroups(presets, '').flatMap((group) => group.presets);
    expect(new Set(shown)).toEqual(new Set(presets));
    expect(shown).toHaveLength(presets.length);
  });

  it('finds words in any order, in title, summary and group', () => {
    const titles = (query: string) =>
      galleryGroups(presets, query).flatMap((group) => group.presets.map(({ title }) => title));
    expect(titles('night expired')).toEqual(['Certificate expired last night']);
    expect(titles('connections reset')).toContain('Reset after the request');
    expect(titles('nothing like this')).toEqual([]);
  });
});
