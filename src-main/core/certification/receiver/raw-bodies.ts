/** JSON that changes when it is parsed and serialized (D63). */

/** A double rounds the first one; the second one is also beyond signed integers of 64 bits. */
export const exactNumbers = ['9007199254740993', '12345678901234567890'] as const;

/** Changed by libraries that sort keys, round numbers or drop zeros. A receiver may ignore it. */
export const addedMember = `"hookwright":{"price":1.0,"order":${exactNumbers[0]},"id":${exactNumbers[1]},"zeta":1,"10":"ten","2":"two"}`;

/** Whitespace that no library writes, and escaped slashes. The meaning stays the same. */
export const spaced = (json: string): string =>
  json
    .replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) =>
      part.startsWith('"') ? part.replace(/(?<!\\)\//g, '\\/') : ` ${part} `,
    )
    .trim();

export interface RawBody {
  readonly text: string;
  /** The same event as libraries serialize it. */
  readonly rewritten: readonly string[];
  /** False if a receiver may reject the event itself. */
  readonly isRequired: boolean;
}
