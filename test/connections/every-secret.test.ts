/** Each text of a configuration file either is public, or is exported without the secret in it. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Core } from '#main/app.ts';
import { knownRedaction } from '#shared/deliveries/redaction.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { startCore } from '#test/support/start-core.ts';

/** What names, addresses without secrets, and the parts of a profile that everyone may read are. */
const publicTexts = [
  ...['sources[].name', 'destinations[].name', 'destinations[].sources[]', 'mocks[].name'],
  ...['id', 'name', 'bodyHashParameter', 'attemptField', 'headers[][0]'].map(inProfile),
  ...['header', 'content', 'value', 'entry', 'separator', 'keyPrefix'].map((name) =>
    inProfile(`signature.${name}`),
  ),
  ...['success.accepted[]', 'success.notRetried[]', 'success.retried[]'].map(inProfile),
  ...['minDelay.afterStatuses[]', 'disabling.statuses[]'].map(inProfile),
  ...['sources.*[].document', 'sources.*[].seen'].map(inProfile),
  ...['destinations[].trackFilter.events[]', 'mocks[].outage.from', 'mocks[].outage.to'],
  ...['mocks[].forward.allowedHosts[]', 'settings.headersToRedact[]', 'settings.listColumn'],
  'redacted[]',
];

function inProfile(path: string): string {
  return `destinations[].profile.${path}`;
}

const shared = 'plantedShared1';
const url = (part: string) => `https://example.com/in?token=planted${part}1`;
/** Secret by its name, by its value, by the settings, and as a copy of another one. */
const headers = (part: string) => ({
  'X-Api-Key': `planted${part}Key1`,
  'X-Note': `Bearer planted${part}Bearer1`,
  'X-Tenant': `planted${part}Tenant1`,
  'X-Copy': shared,
});
const body = (part: string) => `{"a":"${shared}","next":"${url(part)}"}`;
const profile = {
  ...{ id: 'own', name: 'Own', timeLimitMs: 5_000, retries: { kind: 'none' }, body: 'message' },
  signature: { kind: 'none' },
  headers: [
    ['X-Tenant', 'plantedProfile1'],
    ['X-Id', '{id}'],
  ],
  success: { accepted: ['2xx'] },
};

const planted = {
  sources: [{ name: 'Shop', writeKey: 'plantedWriteKey1' }],
  destinations: [
    {
      name: 'Hooks',
      profile,
      sharedSecret: shared,
      webhookUrl: url('Single'),
      webhooks: [{ url: url('Listed'), headers: headers('Webhook') }],
    },
  ],
  mocks: [
    {
      name: 'log',
      secret: 'plantedMock1',
      steps: [{ headers: headers('Step'), body: body('StepBody'), forward: null }],
      rules: [
        {
          match: {
            ...{ type: { $any: 'string' }, id: { $match: `^${shared}` } },
            list: [{ at: `see ${url('Match')}` }, 1],
          },
          ...{ headers: headers('Rule'), body: body('RuleBody'), forward: null },
        },
      ],
      forward: { url: url('Forward') },
    },
  ],
  settings: { headersToRedact: ['x-tenant'] },
};

type Schema = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value : []);

/** Paths of texts of any value. A pattern of a body may have them anywhere. */
function* textPaths(schema: Schema, path = ''): Generator<string> {
  const { type, items, additionalProperties, properties = {}, $ref } = schema;
  // Any value may be a text.
  if ($ref !== undefined || Object.keys(schema).length === 0) yield path;
  for (const option of ['anyOf', 'oneOf', 'allOf'].flatMap((name) => listOf(schema[name])))
    yield* textPaths(option, path);
  if (type === 'string' && !('enum' in schema || 'const' in schema)) yield path;
  for (const [name, value] of Object.entries(properties as Record<string, Schema>))
    yield* textPaths(value, path === '' ? name : `${path}.${name}`);
  for (const [index, item] of listOf(schema.prefixItems).entries())
    yield* textPaths(item, `${path}[${index}]`);
  if (typeof items === 'object') yield* textPaths(items as Schema, `${path}[]`);
  if (typeof additionalProperties === 'object')
    yield* textPaths(additionalProperties as Schema, `${path}.*`);
}

/** A path of the file as one of the schema. */
const generalPath = (path: string): string =>
  path
    .replace(/\.match\..*/, '.match.*')
    .replace(/\.headers\[\d+\]\[1\]$/, '.headers[][1]')
    .replace(/\.headers\.[^.]+$/, '.headers.*')
    .replaceAll(/\[\d+\](?!$)/g, '[]');

const apply = (core: Core, wanted: unknown) =>
  core.configuration.apply(Configuration.parse(wanted));

it('every text of the schema is public, or its secret is omitted, listed and restored', async () => {
  const { core } = await startCore();
  await apply(core, planted);
  const before = await core.configuration.get({ secrets: true });
  const exported = await core.configuration.get({ secrets: false });
  const schema = z.toJSONSchema(Configuration, { io: 'input', unrepresentable: 'any' });
  const redacted = new Set((exported.redacted ?? []).map(generalPath));
  expect([...redacted].sort()).toEqual(
    [...new Set(textPaths(schema as Schema))].filter((path) => !publicTexts.includes(path)).sort(),
  );
  expect(JSON.stringify(before).match(/planted/g)).toHaveLength(
    JSON.stringify(planted).match(/planted/g)?.length ?? 0,
  );
  expect(JSON.stringify(exported)).not.toContain('planted');
  expect(await apply(core, exported)).toMatchObject({ created: [], updated: [], omitted: [] });
  expect(await core.configuration.get({ secrets: true })).toEqual(before);
});

it('every secret of a configuration is known, so that it is also found elsewhere', async () => {
  const { core } = await startCore();
  await apply(core, planted);
  const redaction = knownRedaction(core.settings.secrets());
  // Bodies and patterns only repeat secrets.
  const found = new Set(JSON.stringify(planted).match(/planted\w+(?<!(?:Body|Match)1)\b/g));
  expect(found.size).toBeGreaterThan(10);
  expect([...found].filter((text) => !redaction.hasKnown(`of another: ${text}`))).toEqual([]);
});

it('secrets of deleted items are omitted and restored, too: a deletion can be undone', async () => {
  const { core } = await startCore();
  const secrets = { write: 'deletedWriteKey1', shared: 'deletedShared1', mock: 'deletedMock1' };
  await apply(core, {
    sources: [{ name: 'Deleted', writeKey: secrets.write }],
    destinations: [
      { name: 'Deleted', sharedSecret: secrets.shared },
      {
        name: 'Kept',
        webhooks: [{ url: 'https://example.com/in', headers: { 'X-Note': secrets.shared } }],
      },
    ],
    mocks: [
      { name: 'deleted', secret: secrets.mock },
      {
        name: 'kept',
        steps: [{ headers: { 'X-Note': secrets.mock }, body: `see ${secrets.write}` }],
        rules: [{ match: { key: secrets.shared }, body: secrets.mock }],
      },
    ],
  });
  for (const kind of ['sources', 'destinations', 'mocks'] as const)
    await core[kind].remove({ id: core[kind].list()[0]?.id ?? '' });
  const before = await core.configuration.get({ secrets: true });
  const exported = await core.configuration.get({ secrets: false });
  expect(exported.redacted).toEqual([
    'destinations[0].webhooks[0].headers.X-Note',
    'mocks[0].steps[0].headers.X-Note',
    'mocks[0].steps[0].body',
    'mocks[0].rules[0].match.key',
    'mocks[0].rules[0].body',
  ]);
  for (const secret of Object.values(secrets))
    expect(JSON.stringify(exported)).not.toContain(secret);
  expect(await apply(core, exported)).toMatchObject({ created: [], updated: [], omitted: [] });
  expect(await core.configuration.get({ secrets: true })).toEqual(before);
});

it('a redacted text without an existing one is reported, or rejected if it is a URL', async () => {
  const here = await startCore();
  await apply(here.core, planted);
  const { core } = await startCore();
  const exported = await here.core.configuration.get({ secrets: false });
  const [hooks] = exported.destinations;
  const [mock] = exported.mocks;
  const open = { ...hooks, webhookUrl: '', webhooks: [] };
  await expect(apply(core, { ...exported, destinations: [open] })).rejects.toMatchObject({
    issues: [{ path: ['mocks', 0, 'forward', 'url'] }],
  });
  expect(core.mocks.list()).toEqual([]);
  const forward = { ...mock?.forward, url: 'https://example.com/' };
  const filled = { ...exported, destinations: [open], mocks: [{ ...mock, forward }] };
  const { omitted } = await apply(core, filled);
  const kept = (exported.redacted ?? []).filter(
    (path) => !/[uU]rl$|webhooks|sources|match/.test(path),
  );
  expect(omitted.toSorted()).toEqual([...kept, 'mocks[0].rules[0].match'].sort());
  const [rule] = core.mocks.get({ id: 'log' }).rules;
  expect(rule?.headers).toEqual({});
  expect(JSON.parse(rule?.body ?? '')).toMatchObject({ a: '[redacted]' });
});
