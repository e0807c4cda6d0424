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
    .split(/\{(\w+)\}/)
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

/** In front of each signature. */
export const entryPrefix = ({ entry }: ComputedScheme): string => entry.replace('{signature}', '');
