import { describe, expect, it } from 'vitest';
import {
  checkSend,
  eventOfMessage,
  eventOfSample,
  type SendEvent,
} from '#renderer/shell/send/send-request.ts';
import { runText } from '#renderer/shell/send/send-run.ts';
import { fixesFor, fixPatch } from '#renderer/shell/send/unrouted-card.tsx';
import { type Destination, NewDestination } from '#shared/connections/destination.ts';
import type { MessageDetail } from '#shared/deliveries/delivery.ts';

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
    [{ status: 'failed', progress: null, count: 1 }, 'Not sent'],
  ] as const)('has a summary: %#', (run, sentence) => {
    expect(
      runText({
        ...run,
        problem: null,
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
