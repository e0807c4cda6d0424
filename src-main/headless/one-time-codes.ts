/** Random codes that stand for something once, and for a short time (D48). */
import { randomBytes } from 'node:crypto';

/** 192 bits: a lookup by the code itself gives nothing away. */
const codeBytes = 24;
/** More than any user opens at once; the oldest goes first. */
const maxCodes = 1_000;

export interface OneTimeCodes<Value> {
  issue(value: Value): string;
  /** What the code stands for; undefined when it was used, is too old, or never existed. */
  take(code: string): Value | undefined;
}

export function createOneTimeCodes<Value>(options: {
  readonly validMs: number;
  readonly now: () => number;
}): OneTimeCodes<Value> {
  const { validMs, now } = options;
  const issued = new Map<string, { readonly value: Value; readonly validUntil: number }>();
  return {
    issue(value) {
      const [oldest] = issued.keys();
      if (issued.size >= maxCodes && oldest !== undefined) issued.delete(oldest);
      const code = randomBytes(codeBytes).toString('base64url');
      issued.set(code, { value, validUntil: now() + validMs });
      return code;
    },
    take(code) {
      const found = issued.get(code);
      issued.delete(code);
      return found !== undefined && now() <= found.validUntil ? found.value : undefined;
    },
  };
}
