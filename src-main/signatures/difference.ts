/** Finds where the hashed bytes differ from the expected ones. */
import { isUtf8 } from 'node:buffer';
import { redactedMark } from '#shared/kit/redacted.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import {
  type Difference,
  type SignatureCause,
  signedDifferences,
} from '#shared/signatures/signature.ts';

/** Enough context to recognize the position, short enough for one line. */
const charactersBefore = 20;
const charactersAfter = 40;
const shownBytes = 24;

function firstDifferent(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) if (a[index] !== b[index]) return index;
  return shorter;
}

function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - charactersBefore);
  const to = Math.min(text.length, at + charactersAfter);
  // Half of a surrogate pair would show as a broken character.
  const visible = visibleText(text.slice(from, to).toWellFormed());
  return `${from > 0 ? '…' : ''}${visible}${to < text.length ? '…' : ''}`;
}

function hexExcerpt(bytes: Buffer, at = 0): string {
  const from = Math.max(0, at - shownBytes / 2);
  const to = Math.min(bytes.length, from + shownBytes);
  const digits = bytes
    .subarray(from, to)
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');
  return `${from > 0 ? '… ' : ''}${digits}${to < bytes.length ? ' …' : ''}`;
}

export function bodyDifference(expected: Buffer, found: Buffer): Difference {
  const offset = firstDifferent(expected, found);
  if (!isUtf8(expected) || !isUtf8(found) || found.includes(0))
    return {
      of: 'body',
      expected: hexExcerpt(expected, offset),
      found: hexExcerpt(found, offset),
      offset,
    };
  const [right, wrong] = [expected.toString('utf8'), found.toString('utf8')];
  const at = firstDifferent(right, wrong);
  return {
    of: 'body',
    expected: excerpt(right, at),
    found: excerpt(wrong, at) || '(nothing)',
    offset,
  };
}

export function secretDifference(expected: string, found: string | Buffer): Difference {
  const visible = typeof found === 'string' ? visibleText(found) : `bytes ${hexExcerpt(found)}`;
  return {
    of: 'secret',
    expected: visibleText(expected) || '(empty)',
    found: visible || '(empty)',
    offset: null,
  };
}

/** Hides the difference of a secret or a signature. */
export function unsigned({ difference, ...cause }: SignatureCause): SignatureCause {
  if (!signedDifferences.includes(difference.of)) return { ...cause, difference };
  const hidden = { expected: redactedMark, found: redactedMark, offset: null };
  return { ...cause, difference: { of: difference.of, ...hidden } };
}
