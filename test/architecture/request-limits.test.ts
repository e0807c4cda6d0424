/** Bad input is one problem or a few, whatever its size: each problem costs time and memory (D62). */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#shared/contract.ts';
import { Configuration } from '#shared/settings/configuration.ts';

type Schema = z.core.$ZodTypes;

const maxKinds = new Set(['max_length', 'length_equals']);

const hasMax = ({ def }: Schema['_zod']): boolean =>
  (def.checks ?? []).some((check) => maxKinds.has(check._zod.def.check));

const inner = (schema: z.core.$ZodType): Schema => schema as Schema;

/** Schemas directly inside, with their names. */
function partsOf({ _zod: { def } }: Schema): readonly (readonly [string, Schema])[] {
  switch (def.type) {
    case 'array':
      return [['[]', inner(def.element)]];
    case 'record':
      return [['{}', inner(def.valueType)]];
    case 'object':
      return Object.entries(def.shape).map(([name, part]) => [`.${name}`, inner(part)]);
    case 'union':
      return def.options.map((option, index) => [`|${index}`, inner(option)]);
    case 'tuple':
      return def.items.map((item, index) => [`[${index}]`, inner(item)]);
    case 'intersection':
      return [
        ['', inner(def.left)],
        ['', inner(def.right)],
      ];
    case 'pipe':
      return [
        ['', inner(def.in)],
        ['', inner(def.out)],
      ];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return [['', inner(def.innerType)]];
    default:
      // Any JSON is valid in a lazy schema.
      return [];
  }
}

/** Whether every value is valid, so that it has no problems. */
const takesAll = (schema: Schema): boolean =>
  schema._zod.def.type === 'lazy' || schema._zod.def.type === 'unknown';

/** Lists and records without a limit. A record that follows another schema was limited by it. */
function unlimited(schema: Schema, path: string, isPiped = false): readonly string[] {
  const { def } = schema._zod;
  const isList = def.type === 'array' && !hasMax(schema._zod) && !takesAll(inner(def.element));
  const isRecord =
    def.type === 'record' &&
    !isPiped &&
    !takesAll(inner(def.valueType)) &&
    inner(def.keyType)._zod.def.type !== 'enum';
  return [
    ...(isList || isRecord ? [path] : []),
    ...partsOf(schema).flatMap(([name, part], index) =>
      unlimited(part, `${path}${name}`, def.type === 'pipe' && index === 1),
    ),
  ];
}

interface Operation {
  readonly '~orpc': { readonly inputSchema?: z.core.$ZodType };
}

function inputsOf(node: object, path: string): readonly (readonly [string, Schema])[] {
  if ('~orpc' in node) {
    const { inputSchema } = (node as Operation)['~orpc'];
    return inputSchema === undefined ? [] : [[path, inner(inputSchema)]];
  }
  return Object.entries(node).flatMap(([name, part]) =>
    inputsOf(part as object, path === '' ? name : `${path}.${name}`),
  );
}

it('every list and record of a request has a maximum', () => {
  const inputs = inputsOf(contract, '');
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.flatMap(([path, schema]) => unlimited(schema, path))).toEqual([]);
});

it('a list or record without a maximum would be found', () => {
  const schema = inner(
    z.object({
      a: z.array(z.string()),
      b: z.union([z.string(), z.record(z.string(), z.string())]).default(''),
    }),
  );
  expect(unlimited(schema, 'x')).toEqual(['x.a', 'x.b|1']);
});

const many = 200_000;

it.each<[string, unknown]>([
  ['headers', { webhooks: [{ url: 'http://127.0.0.1/', headers: numbered() }] }],
  ['webhooks', { webhooks: Array(many).fill(1) }],
  ['statuses', { profile: { success: { accepted: Array(many).fill(1) } } }],
])('a destination with too many %s has a few problems', (_, part) => {
  const { error } = Configuration.safeParse({ destinations: [{ name: 'Hooks', ...Object(part) }] });
  expect(error?.issues.length).toBeLessThan(20);
});

it.each<[string, unknown]>([
  ['headers', { steps: [{ headers: numbered() }] }],
  ['patterns', { rules: [{ match: { a: Array(many).fill({ $match: '(' }) } }] }],
])('a mock endpoint with too many %s has a few problems', (_, part) => {
  const { error } = Configuration.safeParse({ mocks: [{ name: 'shop', ...Object(part) }] });
  expect(error?.issues.length).toBeGreaterThan(0);
  expect(error?.issues.length).toBeLessThan(200);
});

it('unknown settings are named up to a limit', () => {
  const { error } = Configuration.safeParse(numbered());
  expect(error?.issues.length).toBe(1);
  expect(error?.issues[0]?.message.length).toBeLessThan(1_000);
});

function numbered(): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: many }, (_, index) => [`X-${index}`, index]));
}
