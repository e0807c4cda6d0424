/** Interprets the observed text as a digest, either bare or in one or two other formats. */

import { fewestDigits, formMistakes, truncated, writtenForms } from './mistakes/form-mistakes.ts';
import type { Mistake } from './mistakes/mistake.ts';

type Forms = readonly Mistake[];

export interface DigestReadings {
  /**
   * False if no interpretation could be a digest of this length, so computing it is unnecessary.
   */
  readonly mayBe: (digestBytes: number) => boolean;
  /**
   * The formats of a digest in the observed text, at most `maxForms`. Undefined if it doesn't
   * match.
   */
  readonly match: (digest: Buffer, maxForms: number) => Forms | undefined;
  /** Matches complete digests only. With so many candidates, parts would match by chance. */
  readonly mayBeComplete: (digestBytes: number) => boolean;
  readonly matchComplete: (hex: string) => Forms | undefined;
}

/** The text with formats removed, fewest first. */
function removeFormats(observed: string): readonly { text: string; forms: Forms }[] {
  const bare = [{ text: observed, forms: [] as Forms }];
  const next = (from: typeof bare) =>
    from.flatMap(({ text, forms }) =>
      formMistakes.flatMap((form) => {
        const inner = form.read(text);
        return inner === undefined ? [] : [{ text: inner, forms: [form, ...forms] }];
      }),
    );
  const once = next(bare);
  return [...bare, ...once, ...next(once)];
}

export function readingsOf(observed: string): DigestReadings {
  const complete = new Map<string, Forms>();
  const parts: { readonly digits: string; readonly forms: Forms }[] = [];
  for (const { text, forms } of removeFormats(observed)) {
    if (!/^[\da-f]+$/.test(text)) continue;
    if (!complete.has(text)) complete.set(text, forms);
    if (forms.length < 2 && text.length >= fewestDigits)
      parts.push({ digits: text, forms: [truncated, ...forms] });
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
    match(digest, maxForms) {
      const hex = digest.toString('hex');
      const forms = complete.get(hex);
      if (forms !== undefined && forms.length <= maxForms) return forms;
      if (maxForms === 0) return undefined;
      const written = writtenForms.find(({ write }) => write(digest) === observed);
      if (written !== undefined) return [written];
      return parts.find(
        ({ digits, forms }) =>
          forms.length <= maxForms &&
          digits.length < hex.length &&
          (hex.startsWith(digits) || hex.endsWith(digits)),
      )?.forms;
    },
  };
}
