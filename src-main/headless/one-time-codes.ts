/** Random codes that can be redeemed once, for a short time (D48). */
import { randomBytes } from 'node:crypto';

/** 192 bits, so looking up the code itself is safe. */
const codeBytes = 24;
/** More than a user needs at once; the oldest is dropped first. */
const maxCodes = 1_000;

export interface OneTimeCodes<Value> {
  issue(value: Value): string;
  /** The code's value; undefined if it was used, has expired, or never existed. */
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
