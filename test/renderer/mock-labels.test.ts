import { describe, expect, it } from 'vitest';
import {
  behaviorLine,
  deletionText,
  forwardLabels,
  percent,
} from '#renderer/places/connections/mocks/editor/behavior-labels.ts';
import { galleryGroups } from '#renderer/places/connections/mocks/gallery/gallery-pane.tsx';
import {
  problemTone,
  responseText,
  signatureResult,
} from '#renderer/places/connections/mocks/requests/entry-labels.ts';
import { mockTlsNames } from '#shared/mocks/certificates.ts';
import { mockFaultNames } from '#shared/mocks/faults.ts';
import { mockGallery } from '#shared/mocks/gallery.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { plainForward } from '#shared/mocks/rules.ts';
import type { StepForward } from '#shared/mocks/step.ts';

const mock = (settings: object = {}) => NewMock.parse({ name: 'r', ...settings });
const line = (settings: object = {}) => behaviorLine(mock(settings));

it('promises a 404 for a deleted mock endpoint only if its port stays open', () => {
  const text = (settings: object) => deletionText(mock(settings));
  expect(text({})).toContain('404');
  for (const settings of [{ steps: [{ fault: 'refuse_connection' }] }, { tls: 'good' }])
    expect(text(settings)).toBe('Its URL is no longer reachable');
});

describe('the summary of a mock endpoint', () => {
  it('distinguishes one response, a sequence, a cycle and random responses', () => {
    expect(line()).toBe('Always 200');
    expect(line({ steps: [{ fault: 'hang' }] })).toBe('Hangs');
    expect(line({ steps: [{ status: 503, times: 3 }, {}] })).toBe('503 ×3, then 200');
    expect(line({ steps: [{ status: 503 }, { times: 2 }], then: 'repeat' })).toBe(
      '503, then 200 ×2, then repeat',
    );
    expect(line({ steps: [{ status: 503 }, { times: 2 }], then: 'random' })).toBe(
      'Random 503 (33 %) or 200 (67 %)',
    );
  });

  it('starts with what precedes the steps', () => {
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
      'Certificate: expired · TLS 1.3 only · down daily 00:10 to 02:30 · max 10/s · 401 if not signed · always 200',
    );
  });

  it('counts further steps', () => {
    const steps = Array.from({ length: 6 }, (_, index) => ({ status: 500 + index }));
    expect(line({ steps })).toBe('500, then 501, then 502, then 503, then 2 more');
  });

  it('has text for every fault and certificate', () => {
    for (const fault of mockFaultNames) expect(line({ steps: [{ fault }] })).toMatch(/\w{3}/);
    for (const tls of mockTlsNames) expect(line({ tls })).toMatch(/\w{3}/);
  });
});

describe('forwarding', () => {
  const forward = { url: 'http://localhost:3000/in' };

  it('is described with the returned response', () => {
    expect(line({ forward })).toBe('Forwards');
    const steps = [
      { fault: 'reset_after_request' },
      { forward: { times: 2, delayMs: 1_000 } },
      { status: 500, forward: { response: 'step' } },
      { status: 503, forward: null },
    ] as const;
    expect(line({ forward, steps: [...steps] })).toBe(
      'Forwards, then resets after the request, then forwards 2 copies, then forwards, then 500, then 503',
    );
  });

  it('says how often, when and what is changed', () => {
    const labels = (settings: Partial<StepForward> = {}) =>
      forwardLabels({ ...plainForward, ...settings });
    expect(labels()).toBe('forwards');
    expect(labels({ times: 2, concurrent: true, delayMs: 1_000, corrupt: 'request' })).toBe(
      'forwards 2 copies at the same time after 1 s with one bit changed',
    );
  });
});

it('formats shares', () => {
  expect([0.05, 33.33, 100].map(percent)).toEqual(['0.05 %', '33 %', '100 %']);
});

describe('a log entry', () => {
  const request = { kind: 'request', fault: 'none', cause: 'step', response: null } as const;
  const response = {
    status: 503,
    headers: [],
    body: { text: '', base64: null, byteLength: 0, truncated: false },
    delayMs: 1_500,
    step: 1,
  };

  it('names response and cause', () => {
    expect(responseText({ ...request, status: 503, response })).toBe(
      'Returned 503 after 1.5 s (step 2)',
    );
    expect(responseText({ ...request, status: 429, cause: 'rate_limit', response: null })).toBe(
      'Returned 429 (rate limit)',
    );
    expect(responseText({ ...request, status: null, fault: 'hang' })).toBe('No response: hangs');
    expect(responseText({ ...request, kind: 'handshake_failed', status: null })).toMatch(
      /handshake failed/,
    );
  });

  it('is no problem if the mock endpoint was set up to do it', () => {
    const tones = (['step', 'outage', 'rate_limit', 'signature', 'server'] as const).map((cause) =>
      problemTone({ kind: 'request', status: 503, cause }),
    );
    expect(tones).toEqual([null, null, null, 'bad', 'bad']);
    expect(problemTone({ kind: 'handshake_reset', status: null, cause: null })).toBeNull();
    expect(problemTone({ kind: 'broken_request', status: null, cause: null })).toBe('bad');
  });

  it('explains each pair of verdicts', () => {
    expect(signatureResult({ raw: 'match', parsed: 'match' }).tone).toBe('ok');
    expect(signatureResult({ raw: 'match', parsed: 'mismatch' }).text).toMatch(/raw body only/);
    expect(signatureResult({ raw: 'match', parsed: 'not_json' }).text).toMatch(/JSON/);
    expect(signatureResult({ raw: 'mismatch', parsed: 'match' })).toMatchObject({ tone: 'warn' });
    expect(signatureResult({ raw: 'mismatch', parsed: 'mismatch' }).text).toMatch(/secret differs/);
    expect(signatureResult({ raw: 'missing', parsed: 'missing' }).text).toMatch(
      /Missing signature/,
    );
  });
});

describe('the preset gallery', () => {
  const presets = mockGallery.map(({ title, summary, settings }) => ({
    title,
    summary,
    settings: mock({ ...settings, secret: 's' }),
  }));

  it('shows each preset once, in a group', () => {
    const shown = galleryGroups(presets, '').flatMap((group) => group.presets);
    expect(new Set(shown)).toEqual(new Set(presets));
    expect(shown).toHaveLength(presets.length);
  });

  it('searches words in any order in title, summary and group', () => {
    const titles = (query: string) =>
      galleryGroups(presets, query).flatMap((group) => group.presets.map(({ title }) => title));
    expect(titles('night expired')).toEqual(['Certificate expired last night']);
    expect(titles('connections reset')).toContain('Reset after the request');
    expect(titles('nothing like this')).toEqual([]);
  });
});
