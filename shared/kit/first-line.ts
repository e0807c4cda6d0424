import { visibleLine } from './visible-text.ts';

/** In characters. */
const maxLineLength = 200;

/**
 * The first line of a response, to quote it: with marks for invisible characters, and empty without one. A page says
 * nothing in its first line. Redact the text before, since no secret is found in a part of it.
 */
export function firstLineOf(text: string): string {
  const line =
    text
      .trim()
      .split(/\r\n|[\n\r\u2028\u2029]/, 1)[0]
      ?.trim() ?? '';
  if (/^<(?:!|html|\?xml)/i.test(line)) return '';
  const cut = [...line.slice(0, 2 * maxLineLength)].slice(0, maxLineLength).join('');
  return visibleLine(cut.length < line.length ? `${cut}…` : cut);
}

/** At the end of a sentence; empty without a line. */
export const quoteOf = (line: string): string => (line === '' ? '' : `: "${line}"`);
