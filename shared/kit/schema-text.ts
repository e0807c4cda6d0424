/** Types, limits and defaults of a JSON schema, as text. */
import { formatCount } from './format.ts';

export interface Schema {
  /** A list of types has no limits. */
  readonly type?: string | readonly string[];
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

/** How names of fields, and lists of values, are written. */
export interface SchemaStyle {
  name(name: string): string;
  values(values: readonly unknown[]): string;
}

/** Ignores Zod's implicit bounds of safe integers. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function range({ minimum, maximum }: Schema): string {
  if (isBound(minimum) && isBound(maximum))
    return `, ${formatCount(minimum)} to ${formatCount(maximum)}`;
  if (isBound(minimum)) return `, at least ${formatCount(minimum)}`;
  return isBound(maximum) ? `, at most ${formatCount(maximum)}` : '';
}

export const valuesOf = (schema: Schema): readonly unknown[] =>
  schema.enum ?? (schema.const === undefined ? [] : [schema.const]);

/** Fields of an object, also of the parts of an intersection or a union. */
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

function objectText(schema: Schema, style: SchemaStyle): string {
  const names = fieldsOf(schema).map(([name]) => style.name(name));
  return names.length === 0 ? 'object' : `object: ${names.join(', ')}`;
}

export function typeText(schema: Schema, style: SchemaStyle): string {
  const ofType = (inner: Schema) => typeText(inner, style);
  const values = valuesOf(schema);
  if (values.length > 0) return style.values(values);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(ofType))].join(' or ');
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
      if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(ofType).join(', ')}]`;
      const limit = isBound(schema.maxItems)
        ? ` (up to ${formatCount(schema.maxItems)} items)`
        : '';
      return `array${limit} of ${ofType(schema.items ?? {})}`;
    }
    case 'object':
      return objectText(schema, style);
    case undefined:
      return schema.allOf === undefined ? 'any JSON' : objectText(schema, style);
    default:
      return [schema.type].flat().join(' or ');
  }
}
