/**
 * Replaces redacted secrets: with test secrets if only built-in receivers check them, so that equal secrets
 * stay equal; others with variables from the environment.
 */
import { isRedacted, redactedInUrl, redactedMark } from '#shared/lib/redacted.ts';
import { unusedName } from './configuration.ts';

export interface RecordedVariable {
  readonly name: string;
  readonly env: string;
  /** Null for a secret. */
  readonly default: string | null;
}

const isSecretMark = (text: string): boolean =>
  text.startsWith(redactedMark) && /^[\da-f]{8}$/.test(text.slice(redactedMark.length));

/** All texts in a value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

export function createSecrets() {
  const replacements = new Map<string, string>();
  const variables: RecordedVariable[] = [];
  /** Redacted texts by variable, to find their values again. */
  const marks = new Map<string, string>();
  let testSecrets = 0;

  function variable(title: string, text: string, fallback: string | null): string {
    const known = replacements.get(text);
    if (known !== undefined) return known;
    const base = title
      .toLowerCase()
      .replaceAll(/\W+/g, '_')
      .replace(/^(?=\d)/, '_');
    const name = unusedName(base, (candidate) => variables.some(({ name }) => name === candidate));
    const safe = name.replaceAll('-', '_');
    variables.push({ name: safe, env: safe.toUpperCase(), default: fallback });
    if (fallback === null) marks.set(safe, text);
    replacements.set(text, `\${${safe}}`);
    return `\${${safe}}`;
  }

  function testSecret(mark: string): string {
    const known = replacements.get(mark);
    if (known !== undefined) return known;
    testSecrets += 1;
    const secret = testSecrets === 1 ? 's3cret' : `s3cret-${testSecrets}`;
    replacements.set(mark, secret);
    return secret;
  }

  return {
    variables: variables as readonly RecordedVariable[],
    marks: marks as ReadonlyMap<string, string>,
    /** Declares the secrets that one of the user's own servers checks. */
    declare(title: string, value: unknown): void {
      for (const text of textsIn(value))
        if (isSecretMark(text)) variable(`${title}_secret`, text, null);
    },
    /** A URL of the user's own server. */
    url: (name: string, url: string): string =>
      variable(`${name}_url`, url, url.includes(redactedInUrl) ? null : url),
    /** The value with every redacted text replaced. */
    replaced(value: unknown): unknown {
      if (typeof value === 'string')
        return isRedacted(value) && isSecretMark(value) ? testSecret(value) : value;
      if (Array.isArray(value)) return value.map((item) => this.replaced(item));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, this.replaced(member)]),
      );
    },
  };
}
