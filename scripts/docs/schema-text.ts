/** Types, limits and defaults of a JSON schema, as Markdown for a table cell. */

import { formatCount } from '#shared/lib/format.ts';
import { deliveryStates } from '#shared/schemas/delivery.ts';

export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly default?: unknown;
}

export const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

/** Ignores Zod's implicit bounds of safe integers. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function range({ minimum, maximum }: Schema): string {
  if (isBound(minimum) && isBound(maximum))
    return `, ${formatCount(minimum)} to ${formatCount(maximum)}`;
  if (isBound(minimum)) return `, at least ${formatCount(minimum)}`;
  return isBound(maximum) ? `, at most ${formatCount(maximum)}` : '';
}

const valuesOf = (schema: Schema): readonly unknown[] =>
  schema.enum ?? (schema.const === undefined ? [] : [schema.const]);

/** Fields of an object, wherever an intersection or union keeps them. */
export function fieldsOf(schema: Schema): readonly (readonly [name: string, schema: Schema])[] {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const fields = new Map(Object.entries(schema.properties ?? {}));
  for (const [name, field] of parts.flatMap(fieldsOf)) {
    const earlier = fields.get(name);
    if (earlier === undefined) fields.set(name, field);
    // Each option of a union has its own `kind`.
    else if (name === 'kind')
      fields.set(name, { enum: [...new Set([...valuesOf(earlier), ...valuesOf(field)])] });
  }
  return [...fields];
}

function objectText(schema: Schema): string {
  const names = fieldsOf(schema).map(([name]) => `\`${name}\``);
  return names.length === 0 ? 'object' : `object: ${names.join(', ')}`;
}

export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum?.join() === deliveryStates.join()) return '[state](deliveries.md#states)';
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeText))].join(' or ');
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date-time') return 'ISO 8601 time';
      return isBound(schema.maxLength)
        ? `string, up to ${formatCount(schema.maxLength)} characters`
        : 'string';
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema)}`;
    case 'array': {
      if (schema.prefixItems !== undefined)
        return `[${schema.prefixItems.map(typeText).join(', ')}]`;
      const limit = isBound(schema.maxItems)
        ? ` (up to ${formatCount(schema.maxItems)} items)`
        : '';
      return `array${limit} of ${typeText(schema.items ?? {})}`;
    }
    case 'object':
      return objectText(schema);
    case undefined:
      return schema.allOf === undefined ? 'any JSON' : objectText(schema);
    default:
      return schema.type;
  }
}

/** A table cell: no line breaks, bars escaped, and no tag for the site to run. */
export const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};
