import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, routeTo } from '#renderer/kit/routing/route.ts';
import {
  copyRoute,
  copyViewOf,
  originalAttempt,
  originOf,
  saysMoreThanStatus,
} from '#renderer/places/deliveries/copies/copy-route.ts';
import {
  type CopyDraft,
  changedByte,
  draftOf,
  draftOfCopy,
  editOf,
  filledDraft,
  issuesByField,
  sameDraft,
  withHeader,
  withoutHeader,
  withoutResponses,
  withTypedHeader,
} from '#renderer/requests/copy/copy-draft.ts';
import { judgmentOf } from '#renderer/requests/copy/copy-judgment.ts';
import { attempt, delivery } from './delivery-builder.ts';

const url = 'http://127.0.0.1:9/hook';
const request = {
  method: 'POST' as const,
  url,
  headers: [
    ['host', '127.0.0.1:9'],
    ['connection', 'keep-alive'],
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ['X-Signature', 'abc'],
    ['X-Env', 'prod'],
    ['content-length', '2'],
  ] as [string, string][],
};
const draft: CopyDraft = {
  url,
  headers: [
    { id: 1, name: 'User-Agent', value: 'Hookwright/1.0' },
    { id: 2, name: 'Content-Type', value: 'application/json' },
    { id: 3, name: 'X-Env', value: 'prod' },
  ],
  body: '{}',
  secret: null,
  signing: 'valid',
};

describe('an edited copy', () => {
  it('starts with the request of the attempt, without generated headers', () => {
    expect(draftOf(delivery(), { request })).toEqual(draft);
    expect(draftOf(delivery({ nextRequest: request }), null)).toEqual(draft);
    expect(draftOf(delivery(), null)).toMatchObject({ url: '', headers: [] });
    expect(draftOf(delivery({ bodyText: null }), { request })).toBeNull();
  });

  it('starts with an earlier copy as sent, except its secret', () => {
    const body = { text: '{}', base64: null, byteLength: 2, truncated: false };
    expect(draftOfCopy({ request, body, signing: 'sha256' })).toEqual({
      ...draft,
      signing: 'sha256',
    });
  });

  it('is sent as entered, without empty rows and without an unchanged secret', () => {
    const typed = withHeader(withTypedHeader(draft, { id: 3, name: 'X-Env', value: '' }));
    expect(editOf(7, typed)).toEqual({
      deliveryId: 7,
      url,
      headers: [
        ['User-Agent', 'Hookwright/1.0'],
        ['Content-Type', 'application/json'],
        ['X-Env', ''],
      ],
      body: '{}',
      signing: 'valid',
    });
    expect(editOf(7, { ...draft, secret: '' })).toMatchObject({ secret: '' });
  });

  it('is unchanged when added rows are removed', () => {
    const added = withHeader(draft);
    expect(sameDraft(added, draft)).toBe(false);
    expect(sameDraft(withoutHeader(added, 4), draft)).toBe(true);
  });

  it('shows errors at their rows, ignoring empty ones', () => {
    const empty = { id: 9, name: '', value: '' };
    const typed = { ...draft, headers: [empty, ...draft.headers] };
    const issues = issuesByField(
      [
        { path: ['url'], message: 'no URL' },
        { path: ['headers', 2], message: 'no header' },
        { path: ['headers'], message: 'too many' },
      ],
      typed,
    );
    expect(issues).toEqual({
      url: 'no URL',
      body: undefined,
      secret: undefined,
      headers: 'too many',
      header: new Map([[3, 'no header']]),
    });
  });
});

describe('the address of a copy', () => {
  it.each(['edit', 12, null] as const)('keeps the delivery, the filter and %s', (view) => {
    const route = parseRoute('#/deliveries/7?state=delivered');
    const to = copyRoute(route, 7, view);
    const address = formatRoute(routeTo(to));
    expect(address).toMatch(/^#\/deliveries\/7.*\?state=delivered$/);
    expect(copyViewOf(parseRoute(address))).toBe(view);
  });

  it.each(['#/deliveries/messages/7/edit', '#/deliveries/7/copies', '#/deliveries/7/copies/x'])(
    'is ignored when it is %s',
    (address) => {
      expect(copyViewOf(parseRoute(address))).toBeNull();
    },
  );
});

describe('the response of a receiver', () => {
  const judged = (signatureFit: 'valid' | 'invalid' | 'unsigned', status: number | null) => {
    const { tone, title } = judgmentOf({
      state: status === null || status >= 500 ? 'failed' : status >= 300 ? 'refused' : 'accepted',
      status,
      signatureFit,
    });
    return `${tone}: ${title}`;
  };

  it('to a wrong signature should be a rejection, not a success or a server error', () => {
    for (const status of [400, 401, 403, 422])
      expect(judged('invalid', status)).toBe('ok: Rejected, as expected');
    expect(judged('invalid', 200)).toBe('bad: Accepted an invalid signature');
    expect(judged('invalid', 500)).toBe('warn: Server error instead of a rejection');
    for (const status of [302, 404, 429])
      expect(judged('invalid', status)).toBe('warn: Not rejected');
  });

  it('to a valid signature, or without a secret, should be a success', () => {
    for (const fit of ['valid', 'unsigned'] as const) {
      expect(judged(fit, 204)).toBe('ok: Accepted');
      expect(judged(fit, 401)).toBe('warn: Refused');
      expect(judged(fit, 503)).toBe('bad: Receiver failed');
    }
  });

  it('is not judged if there is none', () => {
    expect(judged('invalid', null)).toBe('bad: No response');
    const without = (state: 'sending' | 'interrupted' | 'blocked') =>
      judgmentOf({ state, status: null, signatureFit: 'valid' }).title;
    expect(without('sending')).toBe('In flight');
    expect(without('interrupted')).toBe('Response unknown');
    expect(without('blocked')).toBe('Not sent');
  });
});

describe('the original of a copy', () => {
  it('is the latest attempt at the same webhook', () => {
    const attemptList = [attempt(1, url), attempt(2, `${url}/b`), attempt(3, url)];
    expect(originalAttempt({ attemptList, state: 'waiting' }, `${url}/b`)?.id).toBe(2);
    expect(originalAttempt({ attemptList, state: 'waiting' }, url)?.id).toBe(3);
    expect(originalAttempt({ attemptList, state: 'waiting' }, `${url}/new`)?.id).toBe(3);
    expect(originalAttempt({ attemptList: [], state: 'waiting' }, url)).toBeNull();
  });

  it('differs in one byte from a tampered body', () => {
    expect(changedByte('{"é":9}', '{"é":0}')).toBe('Byte 7 changed from "9" to "0".');
    expect(changedByte('\n', '\u000b')).toBe('Byte 1 changed from 0x0a to 0x0b.');
    expect(changedByte('{}', '{}')).toBeNull();
    expect(changedByte('{}', null)).toBeNull();
  });
});

describe('a request that was read', () => {
  const read = (method: string, text: string | null) => ({
    kind: 'request' as const,
    request: { method, url: 'http://a.test', headers: request.headers },
    body: { text, base64: null, byteLength: 0, truncated: false },
  });

  it('replaces URL, headers and body, and keeps how it is signed', () => {
    const before: CopyDraft = {
      ...draft,
      body: 'x',
      headers: [],
      signing: 'sha256',
      secret: 's',
    };
    expect(filledDraft(before, read('POST', '{}'))).toEqual({
      ...draft,
      ...{ url: 'http://a.test', signing: 'sha256', secret: 's' },
    });
  });

  it.each([
    ['GET', '{}'],
    ['POST', null],
  ])("can't be edited: %s with the text %j", (method, text) => {
    expect(filledDraft(draft, read(method, text))).toHaveProperty('problem');
  });

  it('is sent to the core without the responses of its HAR', () => {
    const har = { log: { entries: [{ request, response: { status: 200 }, _delivery: {} }] } };
    expect(JSON.parse(withoutResponses(JSON.stringify(har)))).toEqual({
      log: { entries: [{ request, _delivery: {} }] },
    });
    for (const text of ['curl a', '{"log":{"entries":[null]}}', '[]'])
      expect(withoutResponses(text)).toBe(text);
  });
});

describe('a row in the list of copies', () => {
  const made = { deliveryId: 12, label: 'Order Completed', received: null };

  it('shows its origin', () => {
    expect(originOf(made)).toEqual({
      name: 'Order Completed',
      number: 12,
      text: 'Order Completed, delivery 12',
    });
  });

  it('names the mock endpoint and the request of its log', () => {
    const received = { mockId: 'mock_1', mock: 'shop', requestId: 7 };
    expect(originOf({ deliveryId: null, label: null, received })).toEqual({
      name: 'shop',
      number: 7,
      text: 'shop, request 7',
    });
  });

  it('shows the outcome if it is more than a status', () => {
    const says = (signatureFit: 'valid' | 'invalid', status: number | null) =>
      saysMoreThanStatus({ signatureFit, status });
    expect([says('valid', 200), says('valid', 503)]).toEqual([false, false]);
    expect([says('invalid', 200), says('invalid', 401), says('valid', null)]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
