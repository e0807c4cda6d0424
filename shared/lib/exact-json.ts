/** JSON with exact numbers (D46). */

/** Not yet in TypeScript's types: https://github.com/tc39/proposal-json-parse-with-source. */
interface JsonWithSource {
  readonly rawJSON?: (text: string) => unknown;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const { rawJSON } = JSON as JsonWithSource;

/** A number that a double can't represent, as written. */
export class ExactNumber {
  readonly text: string;

  /** Throws a TypeError if the text is not a JSON number. */
  constructor(text: string) {
    if (!number.test(text)) throw new TypeError(`${text} is not a JSON number.`);
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return rawJSON === undefined ? Number(this.text) : rawJSON(this.text);
  }
}

/** Numbers with 16 digits or an exponent, or very small ones. Others can't lose digits. */
const suspect = /[[:,\s]-?(?:\d{16}|\d+(?:\.\d+)?[eE]|0\.0{300})/;

const isNumber = /^-?\d/;

/** Excludes nearly all texts, at a fifth of the cost of parsing. */
export const mayBeInexact = (text: string): boolean => suspect.test(text) || isNumber.test(text);

/** Removes trailing zeros. A regular expression would take quadratic time. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

/** Canonical form of a number: sign, significant digits and the power of ten of the last one. */
export function numberMeaning(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return '0';
  const dropped = digits.length - significant.length;
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length - dropped)}`;
}

/** Whether a literal that is parsed as 0 has other digits. */
const hasDigits = (source: string): boolean => /^-?[0.]*[1-9]/.test(source);

/** The smallest number with full precision in a double. */
const minNormal = 2 ** -1022;

/**
 * Whether a literal would change: an integer beyond ±(2^53-1), or a number that is too large or too
 * small.
 */
function losesDigits(value: number, source: string): boolean {
  const size = Math.abs(value);
  if (size >= minNormal && size <= Number.MAX_SAFE_INTEGER) return false;
  if (!Number.isFinite(value)) return true;
  if (value === 0) return hasDigits(source);
  return numberMeaning(source) !== numberMeaning(String(value)) || plainDigitsChange(value, source);
}

/** 1000000000000000000000 would become 1e+21. */
const plainDigitsChange = (value: number, source: string): boolean =>
  /^-?\d+$/.test(source) && String(value) !== source;

interface ParseContext {
  readonly source?: string;
}

function sourceOf(context: ParseContext | undefined): string {
  // Browsers without this feature don't pass the number's source text.
  if (context?.source === undefined)
    throw new SyntaxError('This browser rounds large numbers. Update it, or put them in quotes');
  return context.source;
}

function exactValue(_key: string, value: unknown, context?: ParseContext): unknown {
  if (typeof value !== 'number') return value;
  const source = sourceOf(context);
  return losesDigits(value, source) ? new ExactNumber(source) : value;
}

/**
 * Like JSON.parse, with an ExactNumber for each number that would lose digits. JSON.stringify
 * writes those unchanged. Throws a SyntaxError. Slower only if the text may contain such a number.
 */
export const parseExact = (text: string): unknown =>
  mayBeInexact(text) ? JSON.parse(text, exactValue) : JSON.parse(text);

/** Like JSON.parse, with an ExactNumber for every number. Throws a SyntaxError. */
export const parseAllExact = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown, context?: ParseContext) =>
    typeof value === 'number' ? new ExactNumber(sourceOf(context)) : value,
  );

/** Whether JSON contains a number that a double can't represent. Throws if it is not JSON. */
export function containsExactNumber(json: string): boolean {
  if (!mayBeInexact(json)) return false;
  let found = false;
  JSON.parse(json, (key, value: unknown, context?: ParseContext) => {
    found ||= exactValue(key, value, context) instanceof ExactNumber;
    return value;
  });
  return found;
}
