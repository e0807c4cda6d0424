/**
 * Deeper than any SDK nests, and similar to the limits of common parsers (PHP's is 512).
 * Serializing much deeper values would overflow the stack.
 */
export const maxNesting = 500;

/** Error message. */
export const nestedTooDeep = `The body is nested deeper than ${maxNesting} levels. Flatten it.`;

const quote = 0x22;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}`. */
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;

/** Whether UTF-8 JSON is nested too deeply. Runs before parsing and without recursion. */
export function isNestedTooDeep(json: Uint8Array): boolean {
  // Every level takes at least one byte.
  if (json.length <= maxNesting) return false;
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (isInText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (isClosing(byte)) depth -= 1;
    else if (isOpening(byte)) {
      depth += 1;
      if (depth > maxNesting) return true;
    }
  }
  return false;
}

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
