import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import {
  keysAt,
  scenarioJsonSchema,
  schemasAt,
  sharedJsonSchema,
} from '#shared/scenarios/json-schema.ts';
import { ScenarioFile } from '#shared/scenarios/schema/file.ts';
import { createInsert, resolveVariables } from '#shared/scenarios/variables.ts';
import { readYaml } from '#shared/scenarios/yaml-file.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'examples', 'scenarios');
const texts = globSync('*.yaml', { cwd: folder })
  .sort()
  .map((path) => readFileSync(join(folder, path), 'utf8'));

const validate = new Ajv({ strict: false }).compile(scenarioJsonSchema());

/** With the variables of the first case. */
function valueIn(text: string): unknown {
  const yaml = readYaml('x.yaml', text);
  const raw = yaml.toValue((plain) => plain);
  const { variables, cases } = ScenarioFile.pick({ variables: true, cases: true })
    .loose()
    .parse(raw);
  const resolved = resolveVariables(variables, {
    set: { secret: 's' },
    environment: {},
    ofCase: cases[0]?.variables ?? {},
  });
  const insert = createInsert(resolved, {
    placeOf: yaml.placeOf,
    count: yaml.count,
    suggest: () => null,
    report: () => {},
    onMissing: () => {},
    isCheck: true,
  });
  return yaml.toValue((plain, path) => (path[0] === 'variables' ? plain : insert(plain, path)));
}

/** Whether JSON Schema can express the rule: it can't if only a custom check failed. */
const isExpressible = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.every((form) => form.some(isExpressible))
    : issue.code !== 'custom';

function expectAgreement(value: unknown): boolean {
  const parsed = ScenarioFile.safeParse(value);
  const isValid = validate(value);
  const agrees =
    isValid === parsed.success || (isValid && parsed.error?.issues.some(isExpressible) === false);
  if (!agrees)
    expect.fail(
      `${JSON.stringify(value)}\najv: ${JSON.stringify(validate.errors)}\nzod: ${JSON.stringify(parsed.error?.issues)}`,
    );
  return parsed.success;
}

it('accepts the examples, with and without their variables', () => {
  for (const text of texts) {
    expect(expectAgreement(valueIn(text))).toBe(true);
    const asWritten = readYaml('x.yaml', text).toValue((plain) => plain);
    expect(validate(asWritten), JSON.stringify(validate.errors)).toBe(true);
  }
});

type Container = unknown[] | Record<string, unknown>;

/** Every list and object in a value. */
const containersIn = (value: unknown): readonly Container[] =>
  typeof value !== 'object' || value === null
    ? []
    : [value as Container, ...Object.values(value).flatMap(containersIn)];

const replacements = [
  null,
  0,
  -1,
  1.5,
  3,
  10_000_000_000,
  '',
  'x',
  '10m',
  '10',
  'Shop',
  'backoff',
  true,
  [],
  {},
  [1],
  ['a'],
  { min: 1 },
  { min: 'a' },
  { finish: {} },
  { lost: 0 },
];
const keys = ['name', 'id', 'at', 'count', 'send', 'lost', 'requests', 'per', 'min', 'unknown'];

it('agrees with the schemas of the program on 500 mutations', () => {
  const corpus = texts.map(valueIn);
  let accepted = 0;
  for (let round = 0; round < 500; round += 1) {
    let picks = 0;
    const pick = <One>(list: readonly One[]): One => {
      picks += 1;
      return list[Math.floor(seededFraction(round, picks) * list.length)] as One;
    };
    const value = structuredClone(pick(corpus));
    const changes = pick([1, 1, 2]);
    for (let change = 0; change < changes; change += 1) {
      const container = pick(containersIn(value));
      const containerKeys = Object.keys(container);
      const key = pick(containerKeys.length === 0 ? ['x'] : containerKeys) as never;
      const replacement = structuredClone(pick(replacements));
      switch (pick(['replace', 'remove', 'add', 'rename'])) {
        case 'remove':
          if (Array.isArray(container)) container.splice(Number(key), 1);
          else delete container[key];
          break;
        case 'add':
          if (Array.isArray(container)) container.push(replacement);
          else container[pick(keys)] = replacement;
          break;
        case 'rename':
          if (!Array.isArray(container)) {
            const moved = container[key];
            delete container[key];
            container[pick(keys)] = moved;
          }
          break;
        default:
          (container as Record<string, unknown>)[key] = replacement;
      }
    }
    if (expectAgreement(value)) accepted += 1;
  }
  // Valid and invalid files both occur.
  expect(accepted).toBeGreaterThan(25);
  expect(accepted).toBeLessThan(475);
});

it('finds the keys at each path of a file', () => {
  expect(keysAt([])).toContain('invariants');
  expect(keysAt(['when', 0])).toEqual(expect.arrayContaining(['id', 'at', 'send', 'crash']));
  expect(keysAt(['when', 3, 'send'])).toContain('perSecond');
  expect(keysAt(['then', 0, 'duration'])).toEqual(['p50', 'p90', 'p99', 'max']);
  expect(keysAt(['given', 'mocks', 0, 'steps', 1])).toContain('fault');
  expect(keysAt(['given', 'destinations', 0, 'webhooks', 0])).toEqual(
    expect.arrayContaining(['mock', 'server', 'url']),
  );
  expect(keysAt(['given'], sharedJsonSchema())).toContain('servers');
});

it('has descriptions and defaults for editors', () => {
  const [count] = schemasAt(['when', 0, 'send']).map(({ properties }) => properties?.count);
  expect(count?.description).toMatch(/Default 1/);
  const [clock] = schemasAt(['clock']);
  expect(clock?.properties?.horizon?.default).toBe('24h');
});

it('accepts unknown keys nowhere', () => {
  const looseIn = (value: unknown, path: string): readonly string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const { properties, additionalProperties } = value as Record<string, unknown>;
    return [
      ...(properties !== undefined && additionalProperties === undefined ? [path] : []),
      ...Object.entries(value).flatMap(([key, inner]) => looseIn(inner, `${path}/${key}`)),
    ];
  };
  expect(looseIn(scenarioJsonSchema(), '')).toEqual([]);
});
