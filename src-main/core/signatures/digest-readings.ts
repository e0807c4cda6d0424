/** Interprets the observed text as a digest, either bare or in one or two other formats. */

import {
  type FormMistake,
  fewestDigits,
  formMistakes,
  truncated,
  type WrittenForm,
  writtenForms,
} from './mistakes/form-mistakes.ts';
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
function removeFormats(
  observed: string,
  formMistakes: readonly FormMistake[],
): readonly { text: string; forms: Forms }[] {
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

/** How digests are written, and how they are by mistake. */
export interface DigestForms {
  readonly mistakes: readonly FormMistake[];
  readonly written: readonly WrittenForm[];
  /** What a digest in hexadecimal is; null if that is right. Base64 is right then. */
  readonly hex: Mistake | null;
}

const specifiedForms: DigestForms = { mistakes: formMistakes, written: writtenForms, hex: null };

/** The mistakes of a text that was reduced to hexadecimal. */
const formsOfHex = (forms: Forms, { hex }: DigestForms): Forms => {
  if (hex === null) return forms;
  const others = forms.filter(({ code }) => code !== 'form_base64');
  return others.length < forms.length ? others : [...forms, hex];
};

/** Several texts if the header holds several signatures. */
export function readingsOf(
  observed: string,
  digestForms = specifiedForms,
  texts: readonly string[] = [observed],
): DigestReadings {
  const complete = new Map<string, Forms>();
  const parts: { readonly digits: string; readonly forms: Forms }[] = [];
  const readings = texts.flatMap((text) => removeFormats(text, digestForms.mistakes));
  for (const { text, forms: removed } of readings) {
    if (!/^[\da-f]+$/.test(text)) continue;
    const forms = formsOfHex(removed, digestForms);
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
      const written = digestForms.written.find(({ write }) => write(digest) === observed);
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
