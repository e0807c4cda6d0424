/** What a receiver of a profile does to verify a signature, step by step. Each language writes the steps. */
import type { ProviderProfile, SignatureScheme } from '#shared/profiles/profile.ts';

export type ComputedScheme = Exclude<SignatureScheme, { readonly kind: 'none' | 'token' }>;
export type Lines = readonly string[];

/** A part of the signed content: a literal text, or the name of a value. */
export interface ContentPart {
  readonly kind: 'literal' | 'value';
  readonly text: string;
}

/** How a language writes each step. Steps assign variables named `value`, `timestamp`, `age`, `id`, `content` … */
export interface Syntax {
  /** A literal. */
  readonly quoted: (text: string) => string;
  /** The value of a header; empty if it is missing. */
  readonly header: (name: string) => string;
  readonly assign: (name: string, value: string) => string;
  readonly returnFalseIf: (condition: string) => Lines;
  readonly or: string;
  /** Assigns the groups of a regular expression; null for those that are not used. */
  readonly match: (pattern: string, header: string, groups: readonly (string | null)[]) => Lines;
  /** Assigns the age of the timestamp. */
  readonly age: Readonly<Record<ProviderProfile['timestamp'], Lines>>;
  /** The variable of the age, and a number to compare it with. */
  readonly ageName: string;
  readonly duration: (ms: number) => string;
  /** Assigns `form` and `url`, if they are no parameters. */
  readonly form: Lines;
  readonly url: Lines;
  /** Compares the hash of the body with a parameter of the URL. */
  readonly bodyHash: (parameter: string) => Lines;
  readonly content: (parts: readonly ContentPart[]) => string;
  /** The variable of the content. */
  readonly contentName: string;
  /** Returns whether a signature is one of the content, which this variable has. */
  readonly verify: (scheme: ComputedScheme, content: string) => Lines;
}

export const contentParts = ({ content }: ComputedScheme): readonly ContentPart[] =>
  content
    .toWellFormed()
    .split(/\{(id|timestamp|method|url|body|form)\}/)
    .map((text, index) => ({
      kind: index % 2 === 0 ? ('literal' as const) : ('value' as const),
      text,
    }))
    .filter(({ kind, text }) => kind === 'value' || text !== '');

/** Name of the header whose value is this placeholder. */
const headerWith = ({ headers }: ProviderProfile, placeholder: string): string =>
  headers.find(([, template]) => template === placeholder)?.[0].toLowerCase() ?? '';

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A regular expression of the header's value; null if the value is the signature alone. */
export function valuePattern({ value }: ComputedScheme): string | null {
  if (value === '{signatures}') return null;
  return value
    .split(/(\{\w+\})/)
    .map((part) =>
      part === '{signatures}' ? '(.*)' : part === '{timestamp}' ? '([^,;]*)' : literal(part),
    )
    .join('');
}

/** Before and after each signature. */
export function entryAffixes({ entry }: ComputedScheme): readonly [before: string, after: string] {
  const [before = '', after = ''] = entry.split('{signature}');
  return [before, after];
}

/** A digest as an entry of the header. */
export function withAffixes(
  scheme: ComputedScheme,
  quoted: Syntax['quoted'],
  digest: string,
  plus = ' + ',
): string {
  const [before, after] = entryAffixes(scheme);
  return [before && quoted(before), digest, after && quoted(after)].filter(Boolean).join(plus);
}

/** Form of the public key, or of the bytes of a shared secret. */
export const keyFormOf = ({ kind, keyForm }: ComputedScheme): ComputedScheme['keyForm'] =>
  kind !== 'hmac' && keyForm === 'text' ? 'base64' : keyForm;

/** What a receiver needs of a request besides the headers and the body. */
export function requestParts(profile: ProviderProfile): {
  readonly method: boolean;
  readonly url: boolean;
} {
  const content = 'content' in profile.signature ? profile.signature.content : '';
  return {
    method: content.includes('{method}'),
    url: content.includes('{url}') || profile.bodyHashParameter !== null,
  };
}

/** Whether bodies are JSON objects with a type. */
export const hasType = ({ body }: ProviderProfile): boolean => body !== 'payload';

export function verification(
  profile: ProviderProfile,
  scheme: ComputedScheme,
  syntax: Syntax,
): Lines {
  const { header, assign, ageName, duration } = syntax;
  const { bodyHashParameter, timestamp: unit } = profile;
  const { pastMs, futureMs } = profile.tolerance;
  const outside = [
    ...(pastMs === null ? [] : [`${ageName} > ${duration(pastMs)}`]),
    ...(futureMs === null ? [] : [`${ageName} < -${duration(futureMs)}`]),
  ];
  const signs = (name: string): boolean => scheme.content.includes(`{${name}}`);
  const isTimed = signs('timestamp') || outside.length > 0;
  const groups = [...scheme.value.matchAll(/\{(timestamp|signatures)\}/g)].map(([, name]) =>
    name === 'signatures' ? 'value' : isTimed ? 'timestamp' : null,
  );
  const pattern = valuePattern(scheme);
  const content = syntax.content(contentParts(scheme));
  // The body itself needs no second name.
  const isNamed = /^\$?\w+$/.test(content);
  const own = (name: string): string => assign(name, header(headerWith(profile, `{${name}}`)));
  return [
    ...(pattern === null
      ? [assign('value', header(scheme.header))]
      : syntax.match(pattern, header(scheme.header), groups)),
    ...(isTimed && !groups.includes('timestamp') ? [own('timestamp')] : []),
    ...(outside.length === 0
      ? []
      : [...syntax.age[unit], ...syntax.returnFalseIf(outside.join(` ${syntax.or} `))]),
    ...(signs('id') ? [own('id')] : []),
    ...(signs('form') ? syntax.form : []),
    ...(signs('url') ? syntax.url : []),
    ...(bodyHashParameter === null ? [] : syntax.bodyHash(bodyHashParameter)),
    ...(isNamed ? [] : [assign('content', content)]),
    ...syntax.verify(scheme, isNamed ? content : syntax.contentName),
  ];
}

export const indented = (lines: Lines, indent: string): string =>
  lines.map((line) => `${indent}${line}\n`).join('');

/** Code without what is in its double quotes, to see which libraries it uses. */
export const withoutTexts = (code: string): string => code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
