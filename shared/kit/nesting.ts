/**
 * Deeper than any SDK nests, and similar to the limits of common parsers (PHP's is 512).
 * Serializing much deeper values would overflow the stack.
 */
export const maxNesting = 500;

/** Error message. */
export const nestedTooDeep = `The body is nested deeper than ${maxNesting} levels. Flatten it.`;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** `[` and `{`, `]` and `}`. */
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;

/** What of UTF-8 JSON is over its limit: the levels, or the number of values. Runs before parsing and without recursion. */
export function jsonExcess(
  json: Uint8Array,
  maxValues = Number.POSITIVE_INFINITY,
): 'nesting' | 'values' | null {
  // Every level and every value takes at least one byte.
  if (json.length <= Math.min(maxNesting, maxValues)) return null;
  let depth = 0;
  let values = 1;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (isInText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (isClosing(byte)) depth -= 1;
    else if (byte === comma || isOpening(byte)) {
      // Each value but the first follows one of these.
      values += 1;
      if (values > maxValues) return 'values';
      if (byte !== comma) depth += 1;
      if (depth > maxNesting) return 'nesting';
    }
  }
  return null;
}

/** Whether UTF-8 JSON is nested too deeply. */
export const isNestedTooDeep = (json: Uint8Array): boolean => jsonExcess(json) !== null;

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** Same as `isNestedTooDeep` for a parsed value, such as one received over a socket. */
export function isValueNestedTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maxNesting) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

/** Larger bodies from outside are not parsed: it would stop everything else for too long (D62). As much as SDKs may send. */
export const maxParsedBytes = 512_000;
