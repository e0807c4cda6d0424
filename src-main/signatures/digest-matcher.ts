/** Interprets the observed text as a digest, either bare or in one or two other formats. */

import {
  formatMistakes,
  hexInsteadOfBase64,
  minDigits,
  truncated,
  writtenFormats,
} from './mistakes/format-mistakes.ts';
import type { Mistake } from './mistakes/mistake.ts';
import type { ContentScheme } from './signing/profile-signature.ts';

type Formats = readonly Mistake[];

export interface DigestMatcher {
  /**
   * False if no interpretation could be a digest of this length, so computing it is unnecessary.
   */
  readonly mayBe: (digestBytes: number) => boolean;
  /**
   * The formats of a digest in the observed text, at most `maxFormats`. Undefined if it doesn't
   * match.
   */
  readonly match: (digest: Buffer, maxFormats: number) => Formats | undefined;
  /** Matches complete digests only. With so many candidates, parts would match by chance. */
  readonly mayBeComplete: (digestBytes: number) => boolean;
  readonly matchComplete: (hex: string) => Formats | undefined;
}

/** The text with formats removed, fewest first. */
function removeFormats(observed: string): readonly { text: string; formats: Formats }[] {
  const bare = [{ text: observed, formats: [] as Formats }];
  const next = (from: typeof bare) =>
    from.flatMap(({ text, formats }) =>
      formatMistakes.flatMap((format) => {
        const inner = format.read(text);
        return inner === undefined ? [] : [{ text: inner, formats: [format, ...formats] }];
      }),
    );
  const once = next(bare);
  return [...bare, ...once, ...next(once)];
}

/** The mistakes of a text that was reduced to hexadecimal, which is a mistake itself where base64 is right. */
const formatsOfHex = (formats: Formats, encoding: ContentScheme['encoding']): Formats => {
  if (encoding === 'hex') return formats;
  const others = formats.filter(({ code }) => code !== 'format_base64');
  return others.length < formats.length ? others : [...formats, hexInsteadOfBase64];
};

/** Several texts if the header holds several signatures. */
export function matcherOf(
  { encoding }: Pick<ContentScheme, 'encoding'>,
  texts: readonly string[],
): DigestMatcher {
  const [observed = ''] = texts;
  const complete = new Map<string, Formats>();
  const parts: { readonly digits: string; readonly formats: Formats }[] = [];
  const unwrapped = texts.flatMap(removeFormats);
  for (const { text, formats: removed } of unwrapped) {
    if (!/^[\da-f]+$/.test(text)) continue;
    const formats = formatsOfHex(removed, encoding);
    if (!complete.has(text)) complete.set(text, formats);
    if (formats.length < 2 && text.length >= minDigits)
      parts.push({ digits: text, formats: [truncated, ...formats] });
  }
  // Text that isn't hexadecimal may be in a format that can't be reversed.
  const isNotHex = !/^[\da-f]*$/.test(observed);
  return {
    mayBe: (digestBytes) =>
      isNotHex ||
      parts.some(({ digits }) => digits.length < digestBytes * 2) ||
      [...complete.keys()].some((digits) => digits.length === digestBytes * 2),
    mayBeComplete: (digestBytes) =>
      [...complete.keys()].some((digits) => digits.length === digestBytes * 2),
    matchComplete: (hex) => complete.get(hex),
    match(digest, maxFormats) {
      const hex = digest.toString('hex');
      const formats = complete.get(hex);
      if (formats !== undefined && formats.length <= maxFormats) return formats;
      if (maxFormats === 0) return undefined;
      const written = writtenFormats.find(({ write }) => write(digest) === observed);
      if (written !== undefined) return [written];
      return parts.find(
        ({ digits, formats }) =>
          formats.length <= maxFormats &&
          digits.length < hex.length &&
          (hex.startsWith(digits) || hex.endsWith(digits)),
      )?.formats;
    },
  };
}
