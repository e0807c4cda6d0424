/** Variables of a scenario for values that differ by machine or must not be in the file. */
import { unusedName } from './names.ts';

type Variable =
  | { readonly env: string; readonly secret: true }
  | { readonly env: string; readonly default: string }
  | { readonly default: string };

export type Variables = ReturnType<typeof createVariables>;

export function createVariables() {
  const declared = new Map<string, Variable>();
  const references = new Map<string, string>();

  function declare(title: string, text: string, toVariable: (env: string) => Variable): string {
    const known = references.get(text);
    if (known !== undefined) return known;
    const base = title
      .toLowerCase()
      .replaceAll(/\W+/g, '_')
      .replace(/^(?=\d)/, '_');
    const name = unusedName(base, '_', (candidate) => declared.has(candidate));
    declared.set(name, toVariable(name.toUpperCase()));
    references.set(text, `\${${name}}`);
    return `\${${name}}`;
  }

  /** Text with the sign of a placeholder, which the file would replace. */
  const literal = (text: string): string =>
    text.includes('${') ? declare('text', text, () => ({ default: text })) : text;

  function literals(value: unknown): unknown {
    if (typeof value === 'string') return literal(value);
    if (Array.isArray(value)) return value.map(literals);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, literals(member)]),
    );
  }

  return {
    declared: declared as ReadonlyMap<string, Variable>,
    /** A reference to a value that is not in the file. */
    secret: (title: string, value: string): string =>
      declare(title, value, (env) => ({ env, secret: true })),
    /** A reference to a value that can be replaced. */
    withDefault: (title: string, value: string): string =>
      declare(title, value, (env) => ({ env, default: value })),
    /** The value with all of its texts as they are, except for references. */
    literals: <Value>(value: Value): Value => literals(value) as Value,
  };
}
