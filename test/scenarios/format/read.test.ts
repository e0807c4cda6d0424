import { describe, expect, it } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { parseExact } from '#shared/kit/exact-json.ts';
import { exactYamlTags } from '#shared/kit/exact-yaml.ts';
import type { ReadOptions } from '#shared/scenarios/read.ts';
import { readText } from './in-memory.ts';

const head = `scenario: 1
name: x
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop, secret: s }]
  destinations: [{ name: Orders, sharedSecret: s, sources: [Shop], webhooks: [{ mock: shop }] }]
`;
const steps = `when:
  - { id: orders, send: { source: Shop, sample: track } }
`;

/** `code line:column` of each problem. */
async function problemsIn(
  text: string,
  others: Readonly<Record<string, string>> = {},
  options: Partial<ReadOptions> = {},
): Promise<readonly string[]> {
  const { problems, scenarios } = await readText(text, others, options);
  expect(scenarios.length > 0).toBe(problems.length === 0);
  return problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

/** The fix of the only problem. */
async function fixOf(text: string, others: Readonly<Record<string, string>> = {}) {
  const { problems } = await readText(text, others);
  expect(problems).toHaveLength(1);
  return problems[0]?.fix;
}

describe('a valid file', () => {
  it('becomes a scenario with places, ids and milliseconds', async () => {
    const { scenarios } = await readText(
      `${head}${steps}  - { at: 1h30m, outage: { mock: shop, for: 90s } }\nthen:\n  - lost: 0\n`,
    );
    const [scenario] = scenarios;
    expect(scenario?.when).toMatchObject([
      { id: 'orders', action: 'send', atMs: null, place: { file: 's.yaml', line: 8, column: 5 } },
      { id: 'step-2', action: 'outage', atMs: 5_400_000, input: { forMs: 90_000, status: 503 } },
    ]);
    expect(scenario?.then).toMatchObject([
      { subject: 'lost', count: { min: 0, max: 0 }, place: { line: 11, column: 5 } },
    ]);
    expect(scenario?.clock).toMatchObject({
      start: { kind: 'at', at: Date.UTC(2026, 0, 1) },
      horizonMs: 86_400_000,
    });
  });

  it('starts at the time of the machine with a server', async () => {
    const { scenarios } = await readText(
      `scenario: 1\nname: x\ngiven: { servers: [{ name: own, url: 'http://127.0.0.1:1/' }] }\nwhen: [finish: {}]\n`,
    );
    expect(scenarios[0]?.clock.start).toEqual({ kind: 'now', beforeMs: 0 });
  });

  it('places expectations inside steps', async () => {
    const { scenarios } = await readText(
      `${head}when:\n  - check:\n      - lost: 0\n  - wait: { until: { messages: '', count: 1 } }\n`,
    );
    expect(scenarios[0]?.when).toMatchObject([
      { input: [{ place: { line: 9, column: 9 } }] },
      { input: { until: { place: { line: 10, column: 20 } } } },
    ]);
  });

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['+12345678901234567890', '12345678901234567890'],
    ['-0012345678901234567890', '-12345678901234567890'],
    ['0xFFFFFFFFFFFFFFFF', '18446744073709551615'],
    ['12345678901234567890.', '12345678901234567890'],
    ['.5e-400', '0.5e-400'],
    ['1e400', '1e400'],
    ['1.0', '1'],
    ['0o17', '15'],
  ])('keeps digits of large numbers: %s', async (written, json) => {
    const text = `${head}variables: { n: ${written} }\nwhen:\n  - send: { source: Shop, message: { type: track, n: ${written}, v: '\${n}' } }\n`;
    const { scenarios, problems } = await readText(text);
    expect(problems).toEqual([]);
    const message = JSON.stringify(scenarios[0]?.when[0]?.input);
    expect(message).toContain(`"n":${json},"v":${json}}`);
    // And in what is explored: comments and numbers stay as written.
    const document = parseDocument(`n: ${written}`, { customTags: exactYamlTags });
    expect(JSON.stringify(parseDocument(document.toString(), { customTags: exactYamlTags }))).toBe(
      `{"n":${json}}`,
    );
    expect(stringify(parseExact(`{"n":${json}}`), { customTags: exactYamlTags })).toBe(
      `n: ${json}\n`,
    );
  });

  it('takes the digits of --set', async () => {
    const { scenarios } = await readText(
      `${head}variables: { n: 1 }\nwhen:\n  - send: { source: Shop, message: { type: track, n: '\${n}' } }\n`,
      {},
      { set: { n: '1236546565217899832645' } },
    );
    expect(JSON.stringify(scenarios[0]?.when[0]?.input)).toContain('"n":1236546565217899832645');
  });

  it('finds duplicate keys by their text', async () => {
    const { problems } = await readText(
      `${head}when:\n  - send: { source: Shop, message: { type: track, 9007199254740992: 1, 9007199254740993: 2, 9007199254740993: 3 } }\n`,
    );
    expect(problems.map(({ code }) => code)).toEqual(['duplicate_key']);
  });

  it('reads times and yes as text, as YAML 1.2 does', async () => {
    const { scenarios } = await readText(
      `${head}when:\n  - send: { source: Shop, message: { type: track, at: 10:00, ok: yes } }\n`,
    );
    expect(scenarios[0]?.when[0]?.input).toMatchObject({ message: { at: '10:00', ok: 'yes' } });
  });
});

describe('variables', () => {
  const withVariables = (variables: string, value: string) =>
    `${head}variables: ${variables}\nwhen:\n  - send: { source: Shop, sample: track, count: ${value} }\n`;
  const countIn = async (text: string, options: Partial<ReadOptions> = {}) => {
    const { scenarios, problems } = await readText(text, {}, options);
    expect(problems).toEqual([]);
    return scenarios.map(({ when }) => (when[0]?.input as { count: number } | undefined)?.count);
  };
  const reference = `'\${n}'`;

  it('keep their type where they are the whole text', async () => {
    expect(await countIn(withVariables('{ n: 7 }', reference))).toEqual([7]);
  });

  it('are inserted once', async () => {
    const { scenarios } = await readText(
      `${head}variables: { a: '\${b}', b: c }\nwhen:\n  - { name: 'x \${a}', finish: {} }\n`,
    );
    expect(scenarios[0]?.when[0]?.name).toBe(`x \${b}`);
  });

  it('come from --set, the case, the environment and the default, in this order', async () => {
    const text = withVariables('{ n: { env: N, default: 1 } }', reference);
    const withCase = `${text}cases: [{ name: a, variables: { n: 3 } }]\n`;
    const environment = { N: '2' };
    expect(await countIn(text)).toEqual([1]);
    expect(await countIn(text, { environment: { N: '' } })).toEqual([1]);
    expect(await countIn(text, { environment })).toEqual([2]);
    expect(await countIn(withCase, { environment })).toEqual([3]);
    expect(await countIn(withCase, { environment, set: { n: '4' } })).toEqual([4]);
  });

  it('make a run of each case', async () => {
    const text = `${withVariables('{}', reference)}cases: [{ name: a, variables: { n: 3 } }, { name: b, variables: { n: 4 } }]\n`;
    expect(await countIn(text)).toEqual([3, 4]);
  });

  it('without a value are a problem of a run, not of a check', async () => {
    const text = withVariables('{ n: { env: N } }', reference);
    expect(await problemsIn(text)).toEqual(['variable 9:49']);
    const checked = await readText(text, {}, { isCheck: true });
    expect(checked.problems).toEqual([]);
  });

  it('that do not exist are reported', async () => {
    expect(await problemsIn(withVariables('{ m: 1 }', reference))).toEqual(['variable 9:49']);
    const { problems } = await readText(head + steps, {}, { set: { nope: '1' } });
    expect(problems).toMatchObject([{ code: 'variable' }]);
  });

  it('that are secret are named', async () => {
    const { scenarios } = await readText(
      `${head}variables: { s: { default: x, secret: true }, e: { env: E_NAME, default: x, secret: true }, t: 1 }\n${steps}`,
    );
    expect(scenarios[0]?.secretVariables).toEqual({ s: 'S', e: 'E_NAME' });
  });
});

describe('files', () => {
  it('shared with use are merged', async () => {
    const { scenarios, files, problems } = await readText(
      `scenario: 1\nname: x\nuse: [shared/base.yaml]\n${steps}`,
      { 'shared/base.yaml': `variables: { n: Shop }\ngiven: { sources: [{ name: '\${n}' }] }\n` },
    );
    expect(problems).toEqual([]);
    expect(scenarios[0]?.given.sources).toMatchObject([{ name: 'Shop' }]);
    expect(files).toEqual(['shared/base.yaml']);
  });

  it('have problems of their own', async () => {
    const { problems } = await readText(`scenario: 1\nname: x\nuse: [base.yaml]\n${steps}`, {
      'base.yaml': 'given: { sources: [{ name: Shop, hue: red }] }\nwhen: []\n',
    });
    expect(problems).toMatchObject([
      { file: 'base.yaml', line: 1, code: 'unknown_key' },
      { file: 'base.yaml', line: 2, code: 'unknown_key' },
    ]);
  });

  it('that are missing or outside the repository are reported', async () => {
    expect(
      await problemsIn(
        `${head}use: [../up.yaml]\nwhen:\n  - send: { source: Shop, fixture: nope.jsonl }\n`,
      ),
    ).toEqual(['file_outside 7:7', 'file_missing 9:36']);
    expect(await problemsIn(`${head}${steps}use: [nope.yaml]\n`)).toEqual(['file_missing 9:7']);
  });
});

describe('problems', () => {
  it.each([
    ['no scenario', 'foo: 1', 'not_a_scenario 1:1'],
    ['an empty file', '', 'not_a_scenario 1:1'],
    ['a newer format', 'scenario: 2\nfuture: true', 'newer_format 1:11'],
    ['invalid YAML', 'scenario: 1\nname: [x', 'syntax 2:9'],
    ['two documents', `${head}${steps}---\na: 1`, 'syntax 9:1'],
    ['YAML 1.1', `%YAML 1.1\n---\n${head}${steps}`, 'syntax 1:1'],
    ['a duplicate key', `${head}${steps}name: y\n`, 'duplicate_key 9:1'],
    ['a custom tag', `${head}${steps}description: !env HOME\n`, 'tag 9:19'],
    ['an infinite number', `${head}${steps}seed: .inf\n`, 'invalid 9:7'],
    ['a missing key', `scenario: 1\n${steps}`, 'missing 1:1'],
    ['no steps', `${head}when: []\n`, 'invalid 7:7'],
    ['an empty list of expectations', `${head}${steps}then: []\n`, 'invalid 9:7'],
    ['an unknown step key', `${head}when:\n  - { finish: {}, delay: 1s }\n`, 'unknown_key 8:19'],
    [
      'an unknown key of a retry policy',
      `${head.replace('name: Orders', 'name: Orders, retry: { window: 1h }')}${steps}`,
      'unknown_key 6:43',
    ],
    ['no action', `${head}when:\n  - { id: a, finsh: {} }\n`, 'invalid 8:5'],
    ['two actions', `${head}when:\n  - { finish: {}, restart: {} }\n`, 'invalid 8:5'],
    ['a time without a unit', `${head}when:\n  - { at: 10, finish: {} }\n`, 'invalid 8:11'],
    ['at and after', `${head}when:\n  - { at: 1s, after: 1s, finish: {} }\n`, 'invalid 8:22'],
    [
      'a time that decreases',
      `${head}when:\n  - { at: 2s, finish: {} }\n  - { at: 1s, finish: {} }\n`,
      'time_order 9:11',
    ],
    ['a time after the horizon', `${head}when:\n  - { at: 25h, finish: {} }\n`, 'time_order 8:11'],
    [
      'the same id twice',
      `${head}when:\n  - { id: step-2, finish: {} }\n  - finish: {}\n`,
      'duplicate_name 9:5',
    ],
    [
      'the same name twice',
      `${head.replace('[{ name: shop, secret: s }]', '[{ name: a }, { name: a }]').replace('mock: shop', 'mock: a')}${steps}`,
      'duplicate_name 5:32',
    ],
    [
      'an unknown source',
      `${head}when:\n  - send: { source: Shp, sample: track }\n`,
      'reference 8:21',
    ],
    [
      'an unknown mock endpoint',
      `${head}when:\n  - outage: { mock: shp, for: 1s }\n`,
      'reference 8:21',
    ],
    ['an unknown webhook', `${head.replace('mock: shop', 'mock: shp')}${steps}`, 'reference 6:87'],
    [
      'an unknown step',
      `${head}${steps}then: [{ messages: '', count: 1, since: order }]\n`,
      'reference 9:41',
    ],
    [
      'a step that a filter names',
      `${head}${steps}then: [{ messages: 'step:order', count: 1 }]\n`,
      'reference 9:20',
    ],
    [
      'a field of another subject',
      `${head}${steps}then: [{ messages: 'state:delivered', count: 1 }]\n`,
      'filter 9:20',
    ],
    ['no predicate', `${head}${steps}then: [{ messages: '' }]\n`, 'invalid 9:8'],
    [
      'two subjects',
      `${head}${steps}then: [{ messages: '', requests: '', count: 1 }]\n`,
      'invalid 9:8',
    ],
    [
      'an invalid matcher',
      `${head}${steps}then: [{ messages: '', body: { a: { $any: text } } }]\n`,
      'invalid 9:43',
    ],
    [
      'a filter cut by a comment',
      `${head}${steps}then:\n  - messages: type:track #x\n    count: 1\n`,
      'filter_cut_short 10:15',
    ],
    [
      'a filter cut by a colon',
      `${head}${steps}then: [{ messages: event: x, count: 1 }]\n`,
      'syntax 9:20',
    ],
    [
      'a text cut by a comma',
      `${head}${steps}then: [{ name: a, b, lost: 0 }]\n`,
      'unknown_key 9:19',
    ],
  ])('%s', async (_, text, problem) => {
    expect(await problemsIn(text)).toEqual([problem]);
  });

  it.each([
    ['duplicate', /"duplicates"/],
    ['lost', /colon/],
    ['', /one of/],
    ['5', /one of/],
  ])('of an expectation that is only %j lead to a subject', async (item, fix) => {
    expect(await fixOf(`${head}${steps}then:\n  - ${item}\n`)).toMatch(fix);
  });

  it.each([
    ["probe: own, url: '/state', equals: 1", 'url'],
    ["probe: own, url: 'http://{body.host}/', equals: 1", 'url'],
    ["probe: own, url: 'http://127.0.0.1/{body}', equals: 1", 'url'],
    ["probe: own, url: 'http://127.0.0.1/'", 'probe:'],
    ["probe: other, url: 'http://127.0.0.1/', equals: 1", 'other'],
    ["probe: own, url: 'http://127.0.0.1/', equals: 1, messages: ''", "''"],
    ["probe: own, url: 'http://127.0.0.1/{messageId}', equals: 1, messages: 'usr:u1'", "'usr"],
    ["probe: own, url: 'http://127.0.0.1/', equals: 1, field: '.a'", "'.a'"],
    ["probe: own, url: 'http://127.0.0.1/', matches: '(?=a)'", "'(?=a)'"],
    ["probe: own, url: 'http://127.0.0.1/', contains: { a: { $match: '(' } }", "'('"],
    ["probe: own, url: 'http://127.0.0.1/', monotonic: up, holds: never", 'never'],
    ["probe: own, url: 'http://127.0.0.1/', equals: 1, until: 1m", '1m'],
    ["probe: own, url: 'http://127.0.0.1/', asUndisturbed: true, holds: always", 'true'],
    ["probe: own, url: 'http://127.0.0.1/', asUndisturbed: true, equals: 1", 'true'],
    ["probe: own, url: 'http://127.0.0.1/', asUndisturbed: { sent-1: 1 }", '{ sent'],
  ])('of a probe are at their place: %s', async (fields, at) => {
    const server = "  servers: [{ name: own, url: 'http://127.0.0.1:1/' }]\n  mocks:";
    const text = `${head.replace('  mocks:', server)}${steps}then:\n  - { ${fields} }\n`;
    const { problems } = await readText(text);
    const [line = ''] = text.split('\n').slice(-2);
    expect(problems).toHaveLength(1);
    const { column = 0 } = problems[0] ?? {};
    const start =
      at === 'url' ? line.indexOf("'") : at === 'probe:' ? line.indexOf('{') : line.lastIndexOf(at);
    expect(column - 1).toBe(start);
  });

  it('are reported all at once, in the order of the file', async () => {
    const text = `${head}when:
  - send: { source: Shp, sample: track }
  - { at: 10m, outage: { mock: shp, for: 2 } }
  - { at: 5m, finsh: {} }
then:
  - lost: zero
  - { requests: 'stats<300', count: 1 }
`;
    expect(await problemsIn(text)).toEqual([
      'reference 8:21',
      'reference 9:32',
      'invalid 9:42',
      'invalid 10:5',
      'invalid 12:11',
      'filter 13:17',
    ]);
  });

  it.each([
    ['a key', `${head}when:\n  - send: { sorce: Shop, source: Shop, sample: track }\n`, 'source'],
    ['a value', `${head}when:\n  - send: { source: Shop, sample: trakc }\n`, 'track'],
    ['a name', `${head}when:\n  - send: { source: shop, sample: track }\n`, 'Shop'],
    ['the new name of an action', `${head}when:\n  - settle: {}\n`, 'finish'],
    ['the new name of mocks', `${head.replace('mocks:', 'receivers:')}${steps}`, 'mocks'],
    [
      'the new name of servers',
      `${head.replace('  mocks:', "  external: [{ name: own, url: 'http://127.0.0.1:1/' }]\n  mocks:")}${steps}`,
      'servers',
    ],
    ['the new name of a step', `${head}when:\n  - receiver: { name: shop, tls: good }\n`, 'mock'],
    [
      'the new name of a predicate',
      `${head}${steps}then: [{ requests: '', receiver: shop, count: 1 }]\n`,
      'mock',
    ],
    [
      'the new name in a filter',
      `${head}${steps}then: [{ requests: 'receiver:shop', count: 1 }]\n`,
      'mock',
    ],
    ['an action', `${head}when:\n  - outtage: { mock: shop, for: 1s }\n`, 'outage'],
    ['a subject', `${head}${steps}then: [{ request: '', count: 1 }]\n`, 'requests'],
    ['a nested key', `${head}when:\n  - crash: { poin: sent }\n`, 'point'],
  ])('suggest %s', async (_, text, meant) => {
    expect(await fixOf(text)).toBe(`Did you mean "${meant}"?`);
  });

  it.each([
    ['a mock endpoint', `${head.replace('mock: shop', 'receiver: shop')}${steps}`, 'mock'],
    ['a server', `${head.replace('mock: shop', 'external: own')}${steps}`, 'server'],
    ['an outage', `${head}when:\n  - outage: { receiver: shop, for: 1s }\n`, 'mock'],
  ])('suggest the new name of a required key: %s', async (_, text, meant) => {
    const { problems } = await readText(text);
    expect(problems.map(({ message, fix }) => `${message} ${fix}`)).toEqual([
      `"${meant}" is missing. Add it.`,
      expect.stringMatching(`^Unknown key .* Did you mean "${meant}"\\?$`),
    ]);
  });

  it('aliases that expand too far are not followed', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const before = level === 0 ? 'x' : `*a${level - 1}`;
      return `  a${level}: &a${level} [${Array(10).fill(before).join(', ')}]`;
    });
    const text = `${head}${steps}description:\n${levels.join('\n')}\n`;
    const problems = await problemsIn(text);
    expect(problems.some((problem) => problem.startsWith('alias '))).toBe(true);
  });

  it('an alias that contains itself is not followed', async () => {
    const problems = await problemsIn(`${head}${steps}tags: &t [*t]\n`);
    expect(problems).toContain('alias 9:11');
  });
});
