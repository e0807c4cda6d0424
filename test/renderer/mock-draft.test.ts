import { describe, expect, it } from 'vitest';
import {
  draftIssues,
  draftOf,
  duplicateOf,
  emptyDraft,
  type MockDraft,
  newStep,
  settingsOf,
  withForwarding,
} from '#renderer/places/connections/mocks/editor/mock-draft.ts';
import { NewMock } from '#shared/mocks/mock.ts';

const everything = NewMock.parse({
  name: 'everything',
  secret: ' s ',
  strict: true,
  steps: [
    { status: 503, times: 3, headers: { 'Retry-After': '120' }, body: 'busy', delayMs: 1_500 },
    { fault: 'slow_body', bytesPerSecond: 5, delayMs: 100, delayMaxMs: 900 },
  ],
  then: 'random',
  rules: [
    { match: { properties: { orderId: 'o-17' } }, fault: 'close', times: 2 },
    { match: { type: 'track' }, forward: null, status: 503 },
  ],
  seed: 9,
  rateLimit: { perSecond: 10, retryAfterSeconds: 2 },
  outage: { from: '23:00', to: '02:30', status: 502, fault: 'close' },
  tls: 'expired',
  tlsFloor: '1.3',
});

const draft = (change: Partial<MockDraft> = {}): MockDraft => ({
  ...emptyDraft(),
  name: 'mine',
  ...change,
});

const fields = (change: Partial<MockDraft>) =>
  Object.fromEntries(
    draftIssues(draft(change)).map(({ path, message }) => [path.join('.'), message]),
  );

describe('a mock endpoint in the form', () => {
  it('is unchanged without edits', () => {
    expect(settingsOf(draftOf(everything))).toEqual(everything);
    expect(settingsOf(draft())).toEqual(NewMock.parse({ name: 'mine' }));
  });

  it('has rules in JSON, each with its problem', () => {
    expect(Object.keys(fields({ rules: '' }))).toEqual([]);
    expect(Object.keys(fields({ rules: '{}' }))).toEqual(['rules']);
    expect(Object.keys(fields({ rules: '[{' }))).toEqual(['rules']);
    const rules = JSON.stringify([
      { match: { type: 'track' } },
      { match: { type: 'page' }, times: 0 },
    ]);
    expect(fields({ rules })).toEqual({ rules: 'Rule 2: times must be at least 1.' });
  });

  it('is unchanged if it forwards', () => {
    const forwarding = NewMock.parse({
      name: 'forwarding',
      forward: {
        url: 'http://localhost:3000/in',
        timeoutMs: 500,
        allowedHosts: ['a.test', 'b.test'],
      },
      steps: [
        {},
        { fault: 'close', times: 2 },
        {
          status: 500,
          body: 'own',
          forward: { response: 'step', delayMs: 50, corrupt: 'request' },
        },
        { status: 503, forward: null },
        { forward: { times: 3, afterNext: true } },
      ],
    });
    expect(settingsOf(draftOf(forwarding))).toEqual(forwarding);
  });

  it('keeps its responses when forwarding is turned on', () => {
    const own = draftOf(NewMock.parse({ name: 'own', steps: [{ status: 503, times: 3 }, {}] }));
    const forward = { ...own.forward, on: true, url: 'http://localhost:3000' };
    const turned = own.steps.map((step) => withForwarding(step, true));
    const { steps } = NewMock.parse(settingsOf({ ...own, forward, steps: turned }));
    expect(steps).toMatchObject([{ status: 503, forward: null }, { status: 200 }]);
    expect(steps[1]?.forward).toBeUndefined();
    expect(turned.map((step) => withForwarding(step, false))).toEqual(own.steps);
  });

  it('names invalid fields of forwarding', () => {
    const forward = { on: true, url: 'localhost', timeout: 'soon', allowedHosts: 'a b://c' };
    const step = { ...newStep(0), forward: { ...newStep(0).forward, delay: '?', times: 99 } };
    expect(Object.keys(fields({ forward, steps: [step] })).sort()).toEqual([
      'forward.allowedHosts',
      'forward.timeout',
      'forward.url',
      'steps.0.forward.delay',
      'steps.0.forward.times',
    ]);
  });

  it('omits a speed that is not used, and rows without a header', () => {
    const steps = [{ ...newStep(0), bytesPerSecond: 5, headers: [{ name: ' ', value: '' }] }];
    expect(settingsOf(draft({ steps })).steps).toEqual(NewMock.parse({ name: 'x' }).steps);
  });

  it('is copied with a unique name of valid length', () => {
    const long = { ...everything, name: 'n'.repeat(64) };
    const first = duplicateOf(long, [long.name]);
    expect(first.name).toBe(`${'n'.repeat(59)}-copy`);
    expect(duplicateOf(long, [long.name, first.name]).name).toBe(`${'n'.repeat(57)}-copy-2`);
    expect(settingsOf(first)).toEqual({ ...everything, name: first.name });
  });

  it('keeps the start of an outage, but not in a copy', () => {
    const outage = { durationMs: 5_400_000, startsAt: 1, status: 503, fault: 'none' as const };
    const down = { ...everything, outage };
    expect(settingsOf(draftOf(down)).outage).toEqual(outage);
    expect(settingsOf(duplicateOf(down, [])).outage).not.toHaveProperty('startsAt');
  });
});

describe('an error in a draft', () => {
  it('is shown at its field', () => {
    expect(fields({ name: 'no spaces' }).name).toMatch(/part of the URL/);
    expect(fields({ strict: true }).strict).toMatch(/Enter one/);
    expect(fields({ steps: [] }).steps).toMatch(/at least one step/);
    const steps = [
      {
        ...newStep(0),
        status: 99,
        times: null,
        delay: 'soon',
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'x-a', value: '2' },
          { name: 'Content-Length', value: '2' },
        ],
      },
      { ...newStep(0), delay: '2 s', delayMax: '1 s' },
      { ...newStep(0), fault: 'refuse_connection' as const },
      newStep(3),
    ];
    expect(fields({ steps })).toMatchObject({
      'steps.0.status': expect.stringMatching(/at least 100/),
      'steps.0.times': expect.stringMatching(/whole number/),
      'steps.0.delay': expect.stringMatching(/duration/),
      'steps.0.headers.1.name': expect.stringMatching(/Duplicate header/),
      'steps.0.headers.2.name': expect.stringMatching(/The mock endpoint sets/),
    });
    expect(fields({ steps: steps.slice(1) })).toMatchObject({
      'steps.0.delayMax': expect.stringMatching(/must not be shorter/),
      'steps.1.fault': expect.stringMatching(/only be the last step/),
    });
  });

  it('of the outage and the rate is shown only while they are enabled', () => {
    const outage = {
      ...emptyDraft().outage,
      on: true,
      kind: 'daily' as const,
      from: '25:00',
      to: 'late',
    };
    const rateLimit = { on: true, perSecond: 0, retryAfterSeconds: null };
    const wrong = fields({ outage, rateLimit });
    expect(Object.keys(wrong).sort()).toEqual([
      'outage.from',
      'outage.to',
      'rateLimit.perSecond',
      'rateLimit.retryAfterSeconds',
    ]);
    expect(
      Object.keys(fields({ outage: { ...outage, kind: 'window', duration: 'soon' } })),
    ).toEqual(['outage.duration']);
    expect(
      fields({ outage: { ...outage, on: false }, rateLimit: { ...rateLimit, on: false } }),
    ).toEqual({});
  });
});
