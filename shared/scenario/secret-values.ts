/** Keeps the values of secret variables out of everything that a run shows or stores. */
import { encodings } from '../lib/redaction.ts';
import { percentEncoded } from '../lib/webhook-url.ts';
import type { Scenario } from './scenario.ts';

/** Returns a copy in which `(NAME)` replaces the values of secret variables. */
export type RedactSecrets = <Value>(value: Value) => Value;

/** Shorter encoded forms occur in texts by chance. */
const minEncodedLength = 6;

/** Base64 of a text that contains the secret: it starts at one of three positions of a group. */
const base64Forms = (secret: string): readonly string[] => {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte));
  return [0, 1, 2].map((shift) => {
    const base64 = btoa('\0'.repeat(shift) + bytes.join(''));
    // The characters at both ends depend on the text around it.
    return base64.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
};

/** The `URL` parser percent-encodes differently in paths and queries. */
const urlForms = (secret: string): readonly string[] => [
  percentEncoded(secret),
  encodeURI(secret),
  encodeURIComponent(secret).replaceAll('%20', '+'),
  ...['http://a/', 'http://a/?'].map((start) =>
    (URL.parse(start + secret)?.href ?? '').slice(start.length),
  ),
];

function formsOf(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const base64 = base64Forms(text);
  const encoded = [
    ...encodings(text),
    ...urlForms(text),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [secret, text, ...encoded.filter((form) => form.length >= minEncodedLength)];
}

/** Codes and files, which values of variables never get into. A short value would damage them. */
const fieldsWithoutValues: ReadonlySet<string> = new Set([
  ...['kind', 'code', 'verdict', 'type', 'state', 'outcome', 'phase', 'entry', 'fault', 'cause'],
  ...['signature', 'unchecked', 'hint', 'notApplicable'],
  ...['format', 'version', 'file', 'case', 'digest', 'startedAt'],
]);

export function redactSecretsOf({
  variables,
  secretVariables,
}: Pick<Scenario, 'variables' | 'secretVariables'>): RedactSecrets {
  const marks = new Map(
    Object.keys(secretVariables).flatMap((name) =>
      formsOf(String(variables[name] ?? '')).map((form) => [form, `(${name})`] as const),
    ),
  );
  marks.delete('');
  if (marks.size === 0) return (value) => value;
  const forms = [...marks.keys()].sort((a, b) => b.length - a.length);

  /** Replacements are never searched again. */
  function inText(text: string, from = 0): string {
    const index = forms.findIndex((form, at) => at >= from && text.includes(form));
    const form = forms[index];
    if (form === undefined) return text;
    const pieces = text.split(form).map((piece) => inText(piece, index + 1));
    return pieces.join(marks.get(form));
  }

  function redact(value: unknown, field: string): unknown {
    if (typeof value === 'string') return fieldsWithoutValues.has(field) ? value : inText(value);
    if (Array.isArray(value)) return value.map((item) => redact(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, redact(item, name)]),
    );
  }
  return <Value>(value: Value) => redact(value, '') as Value;
}
