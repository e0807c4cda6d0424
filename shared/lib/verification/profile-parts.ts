/** What a verifier of a profile reads and checks, for the generators of snippets. */
import type { ProviderProfile, SignatureScheme } from '../../schemas/profile.ts';

export type ComputedScheme = Exclude<SignatureScheme, { readonly kind: 'none' | 'token' }>;

/** A part of the signed content: a literal text, or the name of a value. */
export interface ContentPart {
  readonly kind: 'literal' | 'value';
  readonly text: string;
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

/** Name of the header whose value is this placeholder, in lowercase. */
export const headerWith = ({ headers }: ProviderProfile, placeholder: string): string | null =>
  headers.find(([, template]) => template === placeholder)?.[0].toLowerCase() ?? null;

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

export const timestampInValue = ({ value }: ComputedScheme): boolean =>
  value.includes('{timestamp}');

/** Names of the groups of the pattern, in order. */
export const valueGroups = ({ value }: ComputedScheme): readonly ('timestamp' | 'value')[] =>
  [...value.matchAll(/\{(timestamp|signatures)\}/g)].map(([, name]) =>
    name === 'timestamp' ? 'timestamp' : 'value',
  );

/** Whether the timestamp is signed or has a limit. */
export const isTimed = (
  { tolerance: { pastMs, futureMs } }: ProviderProfile,
  { content }: ComputedScheme,
): boolean => content.includes('{timestamp}') || pastMs !== null || futureMs !== null;

/** Before and after each signature. */
export function entryAffixes({ entry }: ComputedScheme): readonly [before: string, after: string] {
  const [before = '', after = ''] = entry.split('{signature}');
  return [before, after];
}

/** Form of the public key, or of the bytes of a shared secret. */
export const keyFormOf = ({ kind, keyForm }: ComputedScheme): ComputedScheme['keyForm'] =>
  kind !== 'hmac' && keyForm === 'text' ? 'base64' : keyForm;

/** Code without what is in its double quotes, to see which libraries it uses. */
export const withoutTexts = (code: string): string => code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
