/** Files of any content are checked with work that grows linearly with their size (D62). */
import { describe, expect, it, vi } from 'vitest';
import { Alias, Parser } from 'yaml';
import { ScenarioFile } from '#shared/scenarios/schema/file.ts';
import { readYaml } from '#shared/scenarios/yaml-file.ts';
import { yamlLimits } from '#shared/scenarios/yaml-limits.ts';
import { readText } from './in-memory.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** `${name}`, in a file. */
const reference = (name: string): string => `$\{${name}} `;

const head = 'scenario: 1\nname: Large\n';

const inGiven = (key: string, count: number, item: (index: number) => string): string =>
  `when: [{ finish: {} }]\ngiven:\n  ${key}:\n${lines(count, (index) => `    - ${item(index)}`)}`;

describe('YAML beyond a limit', () => {
  it.each([
    ['keys', lines(20_000, (index) => `k${index}: 1`)],
    ['keys of a flow map', `a: {${lines(20_000, (index) => `k${index}: 1,`)}}`],
    ['aliases', `a: &a 1\n${lines(5_000, (index) => `k${index}: *a`)}`],
    ['aliases in a flow', `a: &a 1\nb: [${'*a,'.repeat(200_000)}]`],
    ['items', `a:\n${'- 1\n'.repeat(50_000)}`],
    ['documents', '---\na: 1\n'.repeat(11_000)],
    ['tags', `a: ${'!a '.repeat(100_000)}`],
    ['open brackets', `a: ${'['.repeat(500_000)}`],
    ['brackets', `a: ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['open braces', '{'.repeat(500_000)],
    ['dashes', '- '.repeat(500_000)],
    ['question marks', '? '.repeat(500_000)],
    ['colons', ': '.repeat(500_000)],
    ['commas', `a: [${','.repeat(800_000)}`],
    ['closing braces', '}\n'.repeat(400_000)],
    ['closing brackets', '] '.repeat(400_000)],
    ['empty lines', '\n'.repeat(800_000)],
    ['empty lines in a flow', `a: [${'\n'.repeat(800_000)}]`],
    ['comments', '#\n'.repeat(400_000)],
    ['ends of documents', '...\n'.repeat(200_000)],
    ['indentation', lines(1_000, (index) => `${' '.repeat(index)}a:`)],
  ])('is one problem with a place: %s', async (_, text) => {
    const { problems } = await readText(`${head}${text}`);
    expect(problems).toMatchObject([{ code: 'syntax', line: expect.any(Number) }]);
    expect(problems[0]?.fix).not.toBe('');
  });

  it.each([
    ['directives', '%YAML 1.2\n'.repeat(70_000), 30],
    ['closing braces', '}\n'.repeat(400_000), 100],
    ['commas', `${'['.repeat(60)}${','.repeat(100_000)}`, 200],
    ['line breaks', '\n'.repeat(400_000), yamlLimits.tokens + 10],
  ])('is read only up to the limit: %s', (_, text, maxTokens) => {
    const next = vi.spyOn(Parser.prototype, 'next');
    const { syntax } = readYaml('x.yaml', text);
    const calls = next.mock.calls.length;
    next.mockRestore();
    expect(syntax).toMatchObject([{ message: expect.stringContaining('more than') }]);
    expect(calls).toBeLessThanOrEqual(maxTokens);
  });

  it('makes no stack for each of many errors', () => {
    const { stackTraceLimit } = Error;
    const limits = new Set<number>();
    Object.defineProperty(Error, 'stackTraceLimit', {
      configurable: true,
      get: () => stackTraceLimit,
      set: (limit: number) => void limits.add(limit),
    });
    const { syntax } = readYaml('x.yaml', `a: b\n${'c # x\n'.repeat(1_000)}`);
    Object.defineProperty(Error, 'stackTraceLimit', {
      ...{ configurable: true, writable: true, value: stackTraceLimit },
    });
    expect(syntax.length).toBeGreaterThan(20);
    expect([...limits]).toEqual([0, stackTraceLimit]);
  });

  it('is not built', () => {
    const yaml = readYaml(
      'x.yaml',
      lines(20_000, (index) => `k${index}: 1`),
    );
    expect(yaml.nodeCount).toBe(yamlLimits.nodes + 1);
    expect(yaml.toValue((text) => text)).toBeNull();
  });
});

describe('YAML within the limits', () => {
  it('compares no key with all others, and searches no anchor in the document', () => {
    const text = `a: &a 1\n${lines(900, (index) => `k${index}: *a`)}\n${lines(8_000, (index) => `m${index}: 1`)}\nk7: 2`;
    const resolve = vi.spyOn(Alias.prototype, 'resolve');
    const yaml = readYaml('x.yaml', text);
    expect(yaml.problems).toMatchObject([{ code: 'duplicate_key', line: 8_902 }]);
    const value = yaml.toValue((text) => text) as Record<string, unknown>;
    expect([value.k0, value.k899, value.m7999]).toEqual([1, 1, 1]);
    expect(resolve).not.toHaveBeenCalled();
    resolve.mockRestore();
  });

  it('finds the anchor before an alias, as the newest of its name', () => {
    const yaml = readYaml('x.yaml', 'a: &x 1\nb: *x\nc: &x 2\nd: *x\ne: &e [*e]\n');
    expect(yaml.toValue((text) => text)).toMatchObject({ b: 1, d: 2, e: [[null]] });
    expect(yaml.problems).toMatchObject([{ code: 'alias', line: 5 }]);
    expect(readYaml('x.yaml', 'a: *nowhere\n').problems).toMatchObject([{ code: 'alias' }]);
  });
});

describe('a list with more than 500 items', () => {
  const finish = 'when: [{ finish: {} }]\n';
  it.each([
    ['when', (count: number) => `when:\n${lines(count, () => '  - finish: {}')}`],
    ['use', (count: number) => `${finish}use:\n${lines(count, () => '  - ../x.yaml')}`],
    ['then', (count: number) => `${finish}then:\n${lines(count, () => '  - lost: 0')}`],
    [
      'then with the steps that check',
      (count: number) => {
        const check = lines(count - 1, () => '      - lost: 0');
        return `when:\n  - finish: {}\n  - check:\n${check}\nthen:\n  - lost: 0\n`;
      },
    ],
    ['mocks', (count: number) => inGiven('mocks', count, (index) => `{ name: m${index} }`)],
    [
      'certificateAuthorities',
      (count: number) => inGiven('certificateAuthorities', count, (index) => `../${index}.pem`),
    ],
  ])('is one problem, before its items are read: %s', async (name, textOf) => {
    const parse = vi.spyOn(ScenarioFile, 'safeParse');
    const { problems } = await readText(`${head}${textOf(501)}`);
    expect(problems).toMatchObject([
      { code: 'invalid', message: expect.stringMatching(`${name} has 501 items.* 500 `) },
    ]);
    expect(parse).not.toHaveBeenCalled();
    await readText(`${head}${textOf(500)}`);
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });
});

describe('a file that expands to more than 5,000,000 characters', () => {
  const long = 'x'.repeat(60_000);
  const finish = 'when: [{ finish: {} }]\n';
  const bodyOf = (value: string) =>
    `when:\n  - http:\n      url: http://127.0.0.1:1/\n      body:\n${lines(100, (index) => `        h${index}: ${value}`)}\n`;
  const shared = (index: number) => `shared-${index}.yaml`;

  it.each([
    ['variables', `variables: { long: ${long} }\n${bodyOf(`"${reference('long').trim()}"`)}`],
    [
      'variables within a text',
      `variables: { long: ${long} }\n${finish}description: "${reference('long').repeat(100)}"\n`,
    ],
    ['aliases', `variables: { long: &long ${long} }\n${bodyOf('*long')}`],
    ['aliases of keys', `variables: { long: &long { ${long}: 1 } }\n${bodyOf('*long')}`],
    ['aliases of numbers', `variables: { long: &long 1${'0'.repeat(60_000)} }\n${bodyOf('*long')}`],
    ['aliases in tags', `tags: [&long ${long}, ${'*long, '.repeat(100)}]\n${finish}`],
    [
      'cases',
      `cases:\n${lines(100, (index) => `  - { name: c${index} }`)}\nwhen:\n  - http: { url: http://127.0.0.1:1/, body: ${long} }\n`,
    ],
    ['shared files', `use: [${lines(100, shared).replaceAll('\n', ', ')}]\n${finish}`],
  ])('is one problem with a place, and no scenario: %s', async (_, text) => {
    const others = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [shared(index), `variables: { v: ${long} }\n`]),
    );
    const { problems, scenarios, tags, variables } = await readText(`${head}${text}`, others);
    expect(problems).toMatchObject([
      { code: 'invalid', file: expect.stringMatching(/yaml$/), line: expect.any(Number) },
    ]);
    expect([scenarios, tags, variables]).toEqual([[], [], {}]);
  });

  it('counts the nodes of aliases again in each case', async () => {
    const cases = lines(10, (index) => `  - { name: c${index} }`);
    const { problems } = await readText(
      `${head}cases:\n${cases}\nvariables: { list: &list [${'1, '.repeat(100)}] }\n${bodyOf('*list')}`,
    );
    expect(problems).toMatchObject([{ code: 'invalid', line: 4 }]);
  });
});

describe('a file with problems everywhere', () => {
  const given = (body: string) => `${head}given:\n${body}\nwhen: [{ finish: {} }]\n`;
  const longName = (index: number) => `${'x'.repeat(90)}${index}`;

  it.each([
    ['unknown keys', `${head}when: [{ finish: {} }]\n${lines(2_000, (index) => `k${index}: 1`)}`],
    ['steps', `${head}when:\n${lines(500, (index) => `  - { sned${index}: 1, x: 2 }`)}`],
    [
      'unknown names',
      given(
        `  sources:\n${lines(2_000, (index) => `    - { name: ${longName(index)} }`)}\n  destinations:\n${lines(1_000, (index) => `    - { name: d${index}, sources: [y${longName(index)}], webhooks: [{ mock: ${longName(index)} }] }`)}`,
      ),
    ],
    [
      'unknown steps in filters',
      `${head}when:\n${lines(1_000, (index) => `  - { id: ${longName(index)}, finish: {} }`)}\nthen:\n${lines(150, (index) => `  - { messages: '${`step:y${longName(index)} `.repeat(10)}', count: 0 }`)}`,
    ],
    [
      'unknown variables',
      `${head}description: "${reference('x').repeat(100_000)}"\nwhen: [{ finish: {} }]\n`,
    ],
    ['duplicate keys', `${head}when: [{ finish: {} }]\n${'a: 1\n'.repeat(2_000)}`],
  ])('reports the first of them: %s', async (_, text) => {
    const { problems } = await readText(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(300);
  });

  it('is checked once for each case, within a limit', async () => {
    const cases = lines(2_000, (index) => `  - { name: c${index} }`);
    const { problems } = await readText(`${head}cases:\n${cases}\nwhen: [{ finish: {} }]\n`);
    expect(problems).toMatchObject([{ code: 'invalid', line: 4 }]);
  });

  it.each([
    [
      'in every case',
      () => {
        const names = (first: string) =>
          Array.from({ length: 20 }, (_, index) => `${first}${longName(index)}`);
        const cases = lines(20, (index) => `  - { name: c${index} }`);
        const sources = names('').map((name) => `{ name: ${name} }`);
        return `${given(
          `  mocks: [{ name: r }]\n  sources: [${sources.join(', ')}]\n  destinations: [{ name: d, webhooks: [{ mock: r }], sources: [${names('y').join(', ')}] }]`,
        )}cases:\n${cases}\n`;
      },
      20,
    ],
    [
      'in every step',
      () => {
        const name = (index: number) => `${'s'.repeat(60)}${index}`;
        const sources = Array.from({ length: 100 }, (_, index) => `{ name: ${name(index)} }`);
        return `${head}given: { sources: [${sources.join(', ')}] }\nwhen:\n${lines(100, (index) => `  - send: { source: ${name(index)}x, sample: track }`)}\n`;
      },
      100,
    ],
  ])(
    'compares similar names of the first problems near their diagonal, with problems %s',
    async (_, textOf, count) => {
      // A spy would keep millions of calls.
      const { min } = Math;
      let cells = 0;
      Math.min = (...values) => {
        cells += 1;
        return min(...values);
      };
      const { problems } = await readText(textOf()).finally(() => {
        Math.min = min;
      });
      expect(problems).toHaveLength(count);
      expect(problems.filter(({ fix }) => fix.startsWith('Did you mean'))).toHaveLength(20);
      // Twenty problems, names, up to a hundred characters, and a band of nine.
      expect(cells).toBeLessThan(20 * count * 100 * 9 * 1.2);
    },
  );

  it('reads a shared file once', async () => {
    const use = `[${Array(500).fill('shared.yaml').join(', ')}]`;
    const text = `${head}use: ${use}\nwhen: [{ finish: {} }]\n`;
    const { problems, scenarios } = await readText(text, {
      'shared.yaml': 'given: { mocks: [{ name: shop }] }\n',
    });
    expect(problems).toEqual([]);
    expect(scenarios[0]?.given.mocks).toHaveLength(1);
  });
});
