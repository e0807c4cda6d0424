import { describe, expect, it } from 'vitest';
import { eventsIn, fileOf, lintFile } from '#renderer/shell/send/event-file.ts';
import {
  checkSend,
  eventOfMessage,
  eventOfRequest,
  eventOfSample,
  type SendEvent,
} from '#renderer/shell/send/send-request.ts';
import { runText } from '#renderer/shell/send/send-run.ts';
import { fixesFor, fixPatch } from '#renderer/shell/send/unrouted-card.tsx';
import { sendingText, type TargetUrl, urlNow } from '#renderer/shell/send/url-now.ts';
import { isRequestText } from '#renderer/shell/send/use-reading.ts';
import { type Destination, NewDestination } from '#shared/connections/destination.ts';
import type { MessageDetail } from '#shared/deliveries/delivery.ts';
import { type Mock, NewMock } from '#shared/mocks/mock.ts';
import type { WebhookStatistics } from '#shared/statistics/statistics.ts';

const event: SendEvent = {
  kind: 'message',
  name: 'page',
  title: 'Page',
  type: 'page',
  origin: 'sample',
  text: '',
};
const typed = {
  event,
  source: 'src_1',
  destination: '',
  text: '{"type":"page"}',
  count: 1,
  perSecond: null,
};

describe('the send request', () => {
  it('is one message without a rate', () => {
    expect(checkSend(typed).request).toEqual({
      source: 'src_1',
      message: { type: 'page' },
      count: 1,
    });
  });

  it('is a payload for one destination: compact as it was, or as typed', () => {
    const payload = '{"action":"opened"}';
    const sample = eventOfSample({
      kind: 'payload',
      name: 'github.issues',
      title: 'Issue opened',
      profile: 'github',
      event: 'issues',
      payload,
    });
    expect(sample.text).toContain('\n');
    const request = { event: 'issues', destinationId: 'dst_1', count: 1 };
    const send = (text: string) =>
      checkSend({ ...typed, event: sample, destination: 'dst_1', text }).request;
    expect(send(sample.text)).toEqual({ ...request, payload });
    const typedText = '{  "action": 1.0 }';
    expect(send(typedText)).toEqual({ ...request, payload: typedText });
  });

  it('has a rate only for several messages', () => {
    expect(checkSend({ ...typed, perSecond: 20 }).request?.perSecond).toBeUndefined();
    expect(checkSend({ ...typed, count: 2, perSecond: 20 }).request?.perSecond).toBe(20);
  });

  it.each([
    [{ text: '{"a"' }, 'message', /JSON object/],
    [{ text: '[1]' }, 'message', /JSON object/],
    [{ count: null }, 'count', /number/],
    [{ count: 1.5 }, 'count', /whole number/],
    [{ count: 20_000 }, 'count', /10,000/],
    [{ count: 2, perSecond: 0 }, 'perSecond', /more than 0/],
  ] as const)('is rejected for %o', (change, field, problem) => {
    const checked = checkSend({ ...typed, ...change });
    expect(checked.request === null && checked.problems[field]).toMatch(problem);
  });
});

const responded = { count: 3, messageIds: [], lastResponse: null };

describe('the result of sending', () => {
  it.each([
    [{ status: 'running', progress: null, count: 1 }, 'Sending…'],
    [{ status: 'running', progress: null, count: 3 }, '0 of 3 sent'],
    [
      { status: 'done', progress: { ...responded, sent: 3, accepted: 2, rejected: 1 }, count: 3 },
      '2 of 3 accepted, 1 rejected',
    ],
    [
      {
        status: 'cancelled',
        progress: { ...responded, sent: 2, accepted: 2, rejected: 0 },
        count: 3,
      },
      'Cancelled after 2 of 3: 2 accepted',
    ],
    [
      { status: 'done', progress: { ...responded, sent: 1, accepted: 0, rejected: 1 }, count: 1 },
      'Rejected',
    ],
    [{ status: 'failed', progress: null, count: 1 }, 'No response'],
  ] as const)('has a summary: %#', (run, sentence) => {
    expect(
      runText({
        ...run,
        problem: null,
        forged: [],
        sent: null,
        progress: run.progress && { ...run.progress, messageIds: [] },
      }),
    ).toBe(sentence);
  });
});

const destination = (name: string, enabled: boolean, sourceIds: string[]): Destination => ({
  ...NewDestination.parse({ name, enabled, sourceIds }),
  id: name,
  createdAt: 1,
  updatedAt: 1,
  problem: null,
});

describe('an unrouted message', () => {
  it('is fixed with the smallest change first', () => {
    const fixes = fixesFor(
      [
        destination('both', false, []),
        destination('connect', true, ['src_2']),
        destination('enable', false, ['src_1']),
        { ...destination('payloads', true, []), profile: 'github' },
      ],
      'src_1',
    );
    expect(fixes.map((fix) => fixPatch(fix, 'src_1'))).toEqual([
      { id: 'enable', enabled: true },
      { id: 'connect', sourceIds: ['src_2', 'src_1'] },
      { id: 'both', enabled: true, sourceIds: ['src_1'] },
    ]);
  });
});

describe('a copy of a message', () => {
  it('keeps a payload that is not JSON as it is', () => {
    const message = { id: 12, type: 'payload', label: 'sms', receivedText: 'Body=Hi' };
    expect(eventOfMessage(message as MessageDetail)).toMatchObject({
      kind: 'payload',
      event: 'sms',
      isJson: false,
      text: 'Body=Hi',
    });
  });

  it('is a new message of the same kind, without ID and timestamps', () => {
    const message = {
      id: 12,
      type: 'track',
      label: 'A',
      receivedText: '{"messageId":"m","event":"A","userId":"u","sentAt":"2026-01-01"}',
    } as MessageDetail;
    const { name, title, text } = eventOfMessage(message);
    expect({ name, title }).toEqual({ name: 'message 12', title: 'Copy of A' });
    expect(JSON.parse(text)).toEqual({ type: 'track', event: 'A', userId: 'u' });
  });
});

describe('a file of events', () => {
  it('has one event per line, of JSON lines, a list or a batch', () => {
    const events = [{ type: 'page' }, { type: 'track', event: 'A' }];
    const texts = [
      events.map((event) => JSON.stringify(event)).join('\n\n'),
      JSON.stringify(events),
      JSON.stringify({ batch: events }),
    ];
    for (const text of texts) expect(eventsIn(fileOf('f', text)).messages).toEqual(events);
  });

  it.each([
    ['', /empty/],
    ['{"type":"page"}\n[]', /line 2/],
    ['x'.repeat(1_048_577), /1,048,576/],
    ['{}\n'.repeat(10_001), /10,000/],
  ])('is not sent if it is wrong: %#', (text, problem) => {
    expect(eventsIn({ name: 'f', text }).problem).toMatch(problem);
  });

  it('reports problems where they are', () => {
    expect(lintFile('{"type":"page","userId":"u"}\n{"type":"page"}')).toMatchObject([{ from: 29 }]);
  });
});

describe('a request', () => {
  it.each([
    ['curl https://example.com', true],
    [' \n{"log": {"entries": []}}', true],
    ['{"type":"track","event":"log"}', false],
    ['{"log":"text"}', false],
    ['curly', false],
  ])('is recognized in %j: %s', (text, isRequest) => {
    expect(isRequestText(text)).toBe(isRequest);
  });

  it('of an SDK is a message with the type of its path, and its write key', () => {
    const headers: [string, string][] = [['Authorization', `Basic ${btoa('key:')}`]];
    const body = { text: '{"messageId":"m","userId":"u"}', base64: null, byteLength: 30 };
    const request = { method: 'POST', url: 'http://127.0.0.1:1/v1/page', headers };
    const read = eventOfRequest({
      kind: 'request',
      request,
      body: { ...body, truncated: false },
    });
    expect(read).toMatchObject({ kind: 'event', writeKey: 'key', event: { type: 'page' } });
    const text = read.kind === 'event' ? read.event.text : '';
    expect(JSON.parse(text)).toEqual({ type: 'page', userId: 'u' });
  });
});

describe('what a URL does now', () => {
  const mock = (settings: object): Mock =>
    ({
      ...NewMock.parse({ name: 'm', ...settings }),
      ...{ url: 'http://m', listening: 'listening', nextStep: 0 },
    }) as Mock;
  const look = (settings: object, webhooks: readonly object[] = []) =>
    urlNow('http://m', {
      destinationId: 'dst_1',
      mocks: [mock(settings)],
      webhooks: webhooks as WebhookStatistics[],
      now: 500,
    });

  it.each([
    [{}, 'accepted', 'accepts'],
    [{ outage: { durationMs: 1_000, startsAt: 0 } }, 'failed', /^down until \d\d:\d\d$/],
    [{ outage: { durationMs: 100, startsAt: 0 } }, 'accepted', 'accepts'],
    [{ steps: [{ fault: 'hang' }] }, 'failed', 'never responds'],
    [{ steps: [{ status: 503 }] }, 'failed', 'returns 503'],
    [{ steps: [{ status: 410 }] }, 'refused', 'returns 410'],
    [{ secret: 's', strict: true }, null, 'no attempts yet'],
  ])('is known of a mock endpoint with %j', (settings, outcome, text) => {
    const now = look(settings);
    expect(now.outcome).toBe(outcome);
    expect(now.text).toMatch(text);
  });

  it('is otherwise as its latest attempt', () => {
    const attempted = { destinationId: 'dst_1', url: 'http://m', lastAttemptAt: 1 };
    const latest = { ...attempted, lastCode: 'client_error', lastStatus: 401 };
    expect(look({ secret: 's', strict: true }, [latest])).toMatchObject({
      outcome: 'refused',
      text: 'returns 401',
    });
  });

  it('is counted in a sentence', () => {
    const url = (outcome: TargetUrl['outcome'], isRetried = true): TargetUrl => ({
      ...{ outcome, isRetried, text: '', hasEnd: false },
    });
    expect(sendingText(1, [url('accepted'), url('failed'), url('failed'), url(null)])).toBe(
      '1 event to 4 URLs, of which 2 fail now and are retried.',
    );
    expect(sendingText(3, [url('failed', false), url('refused')])).toBe(
      '3 events to 2 URLs, of which 1 fails now, 1 refuses it.',
    );
    expect(sendingText(2, [])).toBe('2 events, delivered to no URL.');
  });
});
