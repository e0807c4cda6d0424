/** Every rule for messages, and the code of its violation (D6, D10). */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { sdkMessageTypes } from '#shared/ingestion/message.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { theSource } from '#test/support/builders.ts';
import { post, postBytes } from '#test/support/ingest-client.ts';
import { sharedCore } from '#test/support/start-core.ts';

const starting = sharedCore();
let core: Core;
beforeAll(async () => {
  core = (await starting).core;
  await theSource(core);
});

const valid: Readonly<Record<(typeof sdkMessageTypes)[number], object>> = {
  identify: { userId: 'u' },
  track: { userId: 'u', event: 'E' },
  page: { userId: 'u' },
  screen: { userId: 'u' },
  group: { userId: 'u', groupId: 'g' },
  alias: { userId: 'new', previousId: 'old' },
};

describe('a valid message', () => {
  for (const type of sdkMessageTypes) {
    it(`of type ${type} is accepted at its path, with and without a type`, async () => {
      for (const message of [valid[type], { ...valid[type], type }]) {
        const response = await post(core, `/v1/${type}`, message);
        expect(response).toMatchObject({ status: 200, text: '{"success":true}' });
      }
      expect(core.messages.list({ limit: 1 }).items).toMatchObject([{ type }]);
    });
  }

  it('may be anonymous, except alias', async () => {
    for (const type of ['identify', 'track', 'page', 'screen', 'group'] as const) {
      const message = { ...valid[type], userId: null, anonymousId: 'anon' };
      expect((await post(core, `/v1/${type}`, message)).status).toBe(200);
    }
    expect(await post(core, '/v1/alias', { anonymousId: 'a', previousId: 'p' })).toMatchObject({
      status: 400,
      json: { code: 'id_required' },
    });
  });

  it('may have null for any missing field', async () => {
    const nulls = {
      anonymousId: null,
      properties: null,
      traits: null,
      context: null,
      integrations: null,
      timestamp: null,
      sentAt: null,
      messageId: null,
      name: null,
      category: null,
      type: null,
      channel: null,
    };
    expect((await post(core, '/v1/track', { ...valid.track, ...nulls })).status).toBe(200);
  });

  it('may have numbers as IDs, which are stored as text', async () => {
    await post(core, '/v1/group', { userId: 42, groupId: 1.5, anonymousId: 0, messageId: 7 });
    const [message] = core.messages.list({ limit: 1 }).items;
    expect(message).toMatchObject({ userId: '42', anonymousId: '0', messageId: '7' });
    expect(core.messages.get({ id: message?.id ?? 0 }).normalizedText).toContain('"groupId":"1.5"');
  });

  it('may have unknown keys', async () => {
    expect((await post(core, '/v1/track', { ...valid.track, _metadata: { a: [1] } })).status).toBe(
      200,
    );
  });
});

type Breach = readonly [what: string, path: string, message: unknown, code: string, names: string];

const breaches: readonly Breach[] = [
  ...(['identify', 'track', 'page', 'screen', 'group'] as const).flatMap((type): Breach[] => {
    const { userId: _, ...rest } = valid[type] as { userId?: string };
    return [
      [`${type} without any id`, type, rest, 'no_user_anon_id', 'userId and anonymousId'],
      [
        `${type} with empty ids`,
        type,
        { ...rest, userId: '', anonymousId: '' },
        'no_user_anon_id',
        'userId and anonymousId',
      ],
      [
        `${type} with null ids`,
        type,
        { ...rest, userId: null, anonymousId: null },
        'no_user_anon_id',
        'userId and anonymousId',
      ],
    ];
  }),
  ['alias without userId', 'alias', { previousId: 'p' }, 'id_required', 'userId'],
  ['alias without previousId', 'alias', { userId: 'u' }, 'id_required', 'previousId'],
  [
    'alias with a null previousId',
    'alias',
    { userId: 'u', previousId: null },
    'id_required',
    'previousId',
  ],
  ['group without groupId', 'group', { userId: 'u' }, 'id_required', 'groupId'],
  ['group with an empty groupId', 'group', { userId: 'u', groupId: '' }, 'id_required', 'groupId'],
  ...[true, {}, ['u']].map(
    (id): Breach => [
      `an id of ${JSON.stringify(id)}`,
      'identify',
      { userId: id },
      'id_not_string',
      'userId',
    ],
  ),
  [
    'an anonymousId that is no text',
    'identify',
    { userId: 'u', anonymousId: {} },
    'id_not_string',
    'anonymousId',
  ],
  [
    'a messageId that is no text',
    'identify',
    { userId: 'u', messageId: [] },
    'id_not_string',
    'messageId',
  ],
  ['track without an event', 'track', { userId: 'u' }, 'event_not_defined', 'event'],
  ['track with an empty event', 'track', { userId: 'u', event: '' }, 'event_not_defined', 'event'],
  ['track with a null event', 'track', { userId: 'u', event: null }, 'event_not_defined', 'event'],
  ['an event that is a number', 'track', { userId: 'u', event: 1 }, 'event_not_string', 'event'],
  [
    'properties that are a list',
    'track',
    { ...valid.track, properties: [] },
    'properties_not_object',
    'properties',
  ],
  [
    'properties that are a text',
    'page',
    { userId: 'u', properties: '{}' },
    'properties_not_object',
    'properties',
  ],
  [
    'traits that are a text',
    'identify',
    { userId: 'u', traits: 'x' },
    'traits_not_object',
    'traits',
  ],
  [
    'traits that are false',
    'group',
    { ...valid.group, traits: false },
    'traits_not_object',
    'traits',
  ],
  ['a name that is a number', 'page', { userId: 'u', name: 1 }, 'name_not_string', 'name'],
  [
    'a category that is a list',
    'page',
    { userId: 'u', category: [] },
    'category_not_string',
    'category',
  ],
  ['a context that is a list', 'track', { ...valid.track, context: [] }, 'bad_request', 'context'],
  [
    'integrations that are a text',
    'track',
    { ...valid.track, integrations: 'x' },
    'bad_request',
    'integrations',
  ],
  [
    'a timestamp that cannot be read',
    'track',
    { ...valid.track, timestamp: 'soon' },
    'bad_request',
    'timestamp',
  ],
  [
    'a timestamp that is a number',
    'track',
    { ...valid.track, timestamp: 1 },
    'bad_request',
    'timestamp',
  ],
  [
    'an unknown type',
    'track',
    { ...valid.track, type: 'tracks' },
    'bad_request',
    'type must be one of',
  ],
  [
    'delete, which is no call',
    'track',
    { ...valid.track, type: 'delete' },
    'bad_request',
    'type must be one of',
  ],
  [
    'a type of another path',
    'track',
    { userId: 'u', type: 'identify' },
    'bad_request',
    '/v1/identify',
  ],
  ['a type that is an object', 'track', { ...valid.track, type: {} }, 'bad_request', 'type'],
  ['a list instead of a message', 'track', [valid.track], 'bad_request', 'JSON object'],
  ['a text instead of a message', 'track', 'hello', 'bad_request', 'JSON object'],
  ['null instead of a message', 'track', null, 'bad_request', 'JSON object'],
  ['no text for batch', 'batch', {}, 'bad_request', 'batch is missing'],
  [
    'a batch that is an object',
    'batch',
    { batch: { 0: valid.track } },
    'bad_request',
    'batch is missing',
  ],
  ['a batch that is a list itself', 'batch', [valid.track], 'bad_request', 'batch is missing'],
  ['an empty batch', 'batch', { batch: [] }, 'empty_batch', 'batch is empty'],
  [
    'a message without a type in a batch',
    'batch',
    { batch: [valid.track] },
    'bad_request',
    'type is missing',
  ],
];

describe('an invalid message', () => {
  for (const [what, path, message, code, names] of breaches)
    it(`with ${what} gets 400 ${code}, and is kept with its reason`, async () => {
      const before = core.ledger.get();
      const response = await post(core, `/v1/${path}`, message);
      expect(response.status).toBe(400);
      expect(response.json).toMatchObject({ success: false, code, error: response.json.message });
      expect(response.json.message).toContain(names);
      const [rejected] = core.rejected.list({ limit: 1 }).items;
      expect(rejected).toMatchObject({ status: 400, code });
      expect(rejected && rejectionText(rejected.problem)).toBe(response.json.message);
      const { rejected: count, rejectedKept: kept } = before;
      expect(core.ledger.get()).toEqual({ ...before, rejected: count + 1, rejectedKept: kept + 1 });
    });

  it('shows its raw request, byte for byte', async () => {
    const body = '  {"userId" : "u",\n"event":1, "odd":"\\u00e9ü"} ';
    await postBytes(core, '/v1/track?x=1', body, { 'x-odd': 'Yes' });
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    const detail = core.rejected.get({ id: rejected?.id ?? 0 });
    expect(detail).toMatchObject({
      type: 'track',
      sourceName: 'Web',
      bodyText: body,
      bodyTruncated: false,
      request: { method: 'POST', path: '/v1/track?x=1', bodyBytes: Buffer.byteLength(body) },
    });
    expect(detail.request.headers).toContainEqual(['x-odd', 'Yes']);
  });
});
