/** Texts that are sent as UTF-8, byte for byte. */

/** UTF-8 has no half of a surrogate pair: another character would be sent. */
export const hasBytes = (text: string): boolean => text.isWellFormed();

export const noBytesProblem =
  'The text has half of a surrogate pair, which UTF-8 lacks. In JSON, write its escape, such as \\ud800.';
