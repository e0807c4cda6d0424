/**
 * Deeper than any SDK nests, and as deep as common parsers of receivers go (PHP's stops at 512). Far
 * deeper, writing the message out again would end with the stack.
 */
export const maxNesting = 500;

/** Error message. */
export const nestedTooDeep = `The body is nested deeper than ${maxNesting} levels: flatten it.`;

const quote = 0x22;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}`. */
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;

/** Whether JSON in UTF-8 is nested too deep to be taken; before it is parsed, and without recursion. */
export function isNestedTooDeep(json: Uint8Array): boolean {
  // Every level takes a byte at least.
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

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The same for a parsed value, such as one received over a socket. */
export function isValueNestedTooDeep(value: unknown): boolean {
  let level = [value].filter(isHolder);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maxNesting) return true;
    level = level.flatMap((holder) => Object.values(holder).filter(isHolder));
  }
  return false;
}
