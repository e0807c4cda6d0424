/** Names for what a scenario has: of URLs, and unused ones. */

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'server';

export const unusedName = (
  base: string,
  separator: string,
  isTaken: (name: string) => boolean,
): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${separator}${number}`;
    if (!isTaken(name)) return name;
  }
};

/** Gives each key a name of its own, made from a title. */
export function createNames(separator: string) {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (key: string, title: string): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = unusedName(title, separator, (candidate) => taken.has(candidate));
    names.set(key, name);
    taken.add(name);
    return name;
  };
}

/** Such as `server` for this machine, and `api-example-com`. */
export function titleOfUrl(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  return /^(localhost|127\.|\[)/.test(host) ? 'server' : slug(host);
}

// Variables of a scenario for values that differ by machine or must not be in the file.

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
