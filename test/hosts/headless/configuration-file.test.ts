import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  configurationProblem,
  parseConfiguration,
  readConfigurationFile,
} from '#main/hosts/headless/configuration-file.ts';
import { firstIssues } from '#shared/kit/error-text.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

function file(text: string): string {
  const path = join(temporaryFolder(), 'config.json');
  writeFileSync(path, text);
  return path;
}

const readConfiguration = async (path: string, environment: NodeJS.ProcessEnv | null = {}) =>
  parseConfiguration(await readConfigurationFile(path), { environment });

const secret = 'canary-of-the-environment';
const reference = { env: 'CANARY' };

const withReferences = file.bind(
  null,
  JSON.stringify({
    sources: [{ name: 'Shop', writeKey: reference }],
    destinations: [
      {
        ...{ name: 'Orders', sharedSecret: reference },
        webhooks: [{ url: 'http://a.test', headers: { Authorization: reference } }],
      },
    ],
    mocks: [{ name: 'shop', secret: reference }],
  }),
);

test('reads environment variables for secrets and header values', async () => {
  const read = await readConfiguration(withReferences(), { CANARY: secret });
  expect(read.sources[0]?.writeKey).toBe(secret);
  expect(read.destinations[0]).toMatchObject({
    ...{ sharedSecret: secret, webhooks: [{ headers: { Authorization: secret } }] },
  });
  expect(read.mocks[0]?.secret).toBe(secret);
  expect(read.redacted).toEqual([]);
});

test('leaves out what refers to environment variables until they may be read', async () => {
  const read = await readConfiguration(withReferences(), null);
  expect(read.redacted).toEqual([
    'sources[0].writeKey',
    'destinations[0].sharedSecret',
    'destinations[0].webhooks[0].headers.Authorization',
    'mocks[0].secret',
  ]);
  expect(read.sources[0]?.writeKey).toBeUndefined();
  expect(read.mocks[0]?.secret).toBeUndefined();
});

const mock = (fields: object) => ({ mocks: [{ name: 'r', ...fields }] });

test.each([
  ['mocks[0].steps[0].body', mock({ steps: [{ body: reference }] })],
  ['mocks[0].steps[0].headers.X-A', mock({ steps: [{ headers: { 'X-A': reference } }] })],
  ['mocks[0].forward.url', mock({ forward: { url: reference } })],
  ['mocks[0].name', mock({ name: reference })],
  ['sources[0]', { sources: [reference] }],
  ['destinations[0].webhookUrl', { destinations: [{ name: 'D', webhookUrl: reference }] }],
  [
    'destinations[0].webhooks[0].url',
    { destinations: [{ name: 'D', webhooks: [{ url: reference }] }] },
  ],
  [
    'destinations[0].webhooks[0].headers',
    { destinations: [{ name: 'D', webhooks: [{ url: 'http://a.test', headers: reference }] }] },
  ],
  ['settings', { settings: reference }],
])('names %s, where no environment variable can stand', async (field, content) => {
  const problem = await readConfiguration(file(JSON.stringify(content)), { CANARY: secret }).catch(
    (error: Error) => error.message,
  );
  expect(problem).toContain(`${field}: `);
  expect(problem).not.toContain(secret);
});

test.each([[{ env: 'CANARY' }], [{ data: { env: 'production' } }]])(
  'keeps a pattern of a body as it is: %j',
  async (match) => {
    const rules = [{ match, status: 500 }];
    const read = await readConfiguration(file(JSON.stringify(mock({ rules }))), {
      CANARY: secret,
    });
    expect(read.mocks).toMatchObject([{ rules: [{ match }] }]);
  },
);

test('ignores the byte order mark that editors on Windows write', async () => {
  const read = await readConfiguration(file('\uFEFF{"sources":[{"name":"Shop"}]}'));
  expect(read.sources).toMatchObject([{ name: 'Shop' }]);
});

test('names the field in the file', async () => {
  const path = file(
    '{"destinations":[{"name":"A","webhooks":[{"url":"http://a.test"},{"url":"ftp://b.test"}]}]}',
  );
  await expect(readConfiguration(path)).rejects.toThrow('destinations[0].webhooks[1].url: ');
});

const outageAt = (startsAt: string) =>
  file(`{"mocks":[{"name":"down","outage":{"durationMs":1000,"startsAt":${startsAt}}}]}`);

test.each(['"2026-11-20T15:04:05.000Z"', '"2026-11-20T16:04:05+01:00"'])(
  'reads a time as ISO 8601: %s',
  async (startsAt) => {
    const { mocks } = await readConfiguration(outageAt(startsAt));
    expect(mocks[0]?.outage).toMatchObject({ startsAt: Date.UTC(2026, 10, 20, 15, 4, 5) });
  },
);

test.each(['"tomorrow"', '1795187045000'])(
  'names the field of a time that is not ISO 8601: %s',
  async (startsAt) => {
    await expect(readConfiguration(outageAt(startsAt))).rejects.toThrow(
      'mocks[0].outage.startsAt: startsAt must be an ISO 8601 time.',
    );
  },
);

test('lists all errors together', async () => {
  const path = file('{"sources":[{"name":""}],"destinations":[{"name":5}]}');
  const problem = await readConfiguration(path).catch((error: Error) => error.message);
  expect(problem).toContain('sources[0].name: ');
  expect(problem).toContain('destinations[0].name: ');
});

test('lists errors of every kind in one pass', async () => {
  const path = file(
    JSON.stringify({
      sources: [{ name: 'Website' }, { name: 'Website' }, { name: 5 }],
      destinations: [
        { name: 'A', sharedSecret: { env: 'NEVER_SET' }, webhookURL: 'http://a.test' },
        { name: 'B', sources: ['websit', 'Elsewhere'], enabled: 'yes' },
      ],
      mocks: [{ name: 'down', outage: { durationMs: 1, startsAt: 'tomorrow' } }],
      settings: { webhookConcurrency: 0, listColum: 'user' },
    }),
  );
  const problem = await readConfiguration(path).catch((error: Error) => error.message);
  const lines = String(problem).split('\n').slice(1);
  const found = lines.map((line) => line.trim()).map((line) => /^[^:]+/.exec(line)?.[0]);
  expect(found.toSorted()).toEqual([
    'destinations[0]',
    'destinations[0].sharedSecret',
    'destinations[1].enabled',
    'destinations[1].sources[0]',
    'mocks[0].outage.startsAt',
    'settings',
    'settings.webhookConcurrency',
    'sources',
    'sources[2].name',
  ]);
  for (const meant of ['webhookUrl', 'Website', 'listColumn'])
    expect(problem).toContain(`Did you mean "${meant}"?`);
});

test('names the new key for an old one', async () => {
  const path = file('{"receivers":[{"name":"down"}]}');
  await expect(readConfiguration(path)).rejects.toThrow('Did you mean "mocks"?');
});

test('can have every setting', async () => {
  const settings = { webhookConcurrency: 8, ingestHttps: true, cancelPendingOnDeletion: true };
  const read = await readConfiguration(file(JSON.stringify({ settings })));
  expect(read.settings).toEqual(settings);
});

test('lists each error of a definition of a profile, with the path of its field', async () => {
  const { sources: _, ...github } = profileOf({ profile: 'github' });
  const profile = { ...github, id: 'Acme Corp', timeLimitMs: '10s', body: 'payload', extra: 1 };
  const path = file(JSON.stringify({ destinations: [{ name: 'A', profile }] }));
  const problem = await readConfiguration(path).catch((error: Error) => error.message);
  const fields = String(problem).match(/(?<=^ +)destinations\[0\]\S+(?=: )/gm);
  expect(fields?.toSorted()).toEqual([
    'destinations[0].profile',
    'destinations[0].profile.id',
    'destinations[0].profile.timeLimitMs',
  ]);
});

test.each([
  ['{\n  "sources": [,]\n}', 'line 2, column 15'],
  ['{\n  "sources": [\n', 'line 3, column 1'],
  ['', 'line 1, column 1'],
  ['{"sources": nul}', 'line 1, column 16'],
  ['{"a": 1 "b": 2}', 'line 1, column 9'],
  ["{'a': 1}", 'line 1, column 2'],
])('names line and column of malformed JSON: %j', async (text, place) => {
  await expect(readConfiguration(file(text))).rejects.toThrow(place);
});

test('reports a missing file and a path that is not a file', async () => {
  const folder = temporaryFolder();
  await expect(readConfiguration(join(folder, 'nope.json'))).rejects.toThrow('does not exist');
  await expect(readConfiguration(folder)).rejects.toThrow('is a folder');
});

const longName = (start: string, index: number) => `${start.repeat(90)}${index}`;

test('lists the first problems of a file, with a few suggestions', async () => {
  const sources = Array.from({ length: 500 }, (_, index) => ({ name: longName('x', index) }));
  const destinations = Array.from({ length: 20 }, (_, at) => ({
    name: `d${at}`,
    sources: Array.from({ length: 100 }, (_, index) => longName('x', 1_000 + at * 100 + index)),
    unknown: true,
  }));
  const problem = await readConfiguration(file(JSON.stringify({ sources, destinations }))).catch(
    (error: Error) => error.message,
  );
  expect(String(problem).match(/Did you mean/g)).toHaveLength(20);
  const unknown = Array.from({ length: 500 }, () => ({ name: '' }));
  await expect(readConfiguration(file(JSON.stringify({ sources: unknown })))).rejects.toThrow(
    /And 401 more problems\.$/,
  );
});

test('keeps the number of other problems found when a file is applied', () => {
  const issues = firstIssues(Array.from({ length: 103 }, () => ({ path: [], message: 'Wrong.' })));
  expect(configurationProblem('x.json', issues).message).toMatch(/And 3 more problems\.$/);
});

test('accepts at most 1,000 sources', async () => {
  const sources = Array.from({ length: 1_001 }, (_, index) => ({ name: `s${index}` }));
  await expect(readConfiguration(file(JSON.stringify({ sources })))).rejects.toThrow(
    'sources must have at most 1000 items.',
  );
});

const nested = (depth: number) => `{"sources":${'['.repeat(depth)}${']'.repeat(depth)}}`;

test.each([
  ['nested deeper than 500 levels', nested(100_000)],
  ['nested deeper than 500 levels', `{"a":${'{"a":'.repeat(100_000)}12345678901234567890`],
  ['larger than 16 MB', `{}${' '.repeat(16 * 1_048_576)}`],
])('refuses a file that is %s', async (problem, text) => {
  await expect(readConfiguration(file(text))).rejects.toThrow(
    new RegExp(`^The configuration file .* is ${problem}\\. [A-Z]`),
  );
});

test.runIf(existsSync('/dev/zero'))('reads no file without end', async () => {
  await expect(readConfigurationFile('/dev/zero')).rejects.toThrow(/larger than 16 MB/);
});

test('reports lists that are nested less deeply like any invalid value', async () => {
  await expect(readConfiguration(file(nested(400)))).rejects.toThrow('sources[0]: ');
});
