/** JSON with exact numbers (D46). */

/** Not yet in TypeScript's types: https://github.com/tc39/proposal-json-parse-with-source. */
interface JsonWithSource {
  readonly rawJSON?: (text: string) => unknown;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number in JSON. `007`, `.5` and `0x1F` are not. */
export const isNumberText = (text: string): boolean => number.test(text);

const { rawJSON } = JSON as JsonWithSource;

/** A number that a double can't represent, as written. */
export class ExactNumber {
  readonly text: string;

  /** Throws a TypeError if the text is not a JSON number. */
  constructor(text: string) {
    if (!isNumberText(text)) throw new TypeError(`${text} is not a JSON number.`);
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

/** A number as `sign` times 0.`digits` times ten to the power of `magnitude`; 0 has no digits. */
interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  /** An integer, without leading zeros. */
  readonly magnitude: string;
}

/** BigInt takes more than linear time. */
const maxExponentDigits = 1_000;

/** An exponent plus the shift of the point, which is left out if the exponent is extremely long. */
function shifted(exponent: string, shift: number): string {
  const [, minus = '', size = '0'] = /^(?:\+|(-))?0*(\d+)$/.exec(exponent) ?? [];
  return size.length > maxExponentDigits
    ? `${minus}${size}`
    : String(BigInt(`${minus}${size}`) + BigInt(shift));
}

function decimalOf(text: string): Decimal {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const significant = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = withoutTrailingZeros(significant);
  if (digits === '') return { sign: 0, digits, magnitude: '0' };
  const magnitude = shifted(exponent, significant.length - fraction.length);
  return { sign: minus === '' ? 1 : -1, digits, magnitude };
}

/** Whether an integer without leading zeros is greater than another. */
function isGreater(a: string, b: string): boolean {
  const isNegative = a.startsWith('-');
  if (isNegative !== b.startsWith('-')) return !isNegative;
  const isLarger = a.length === b.length ? a > b : a.length > b.length;
  return isLarger !== isNegative;
}

/** Equal for texts of the same number. */
export function numberMeaning(text: string): string {
  const { sign, digits, magnitude } = decimalOf(text);
  return `${sign}:${digits}e${magnitude}`;
}

/** Negative, 0 or positive, as for sorting, without rounding either. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [decimalOf(String(a)), decimalOf(String(b))];
  if (x.sign !== y.sign) return x.sign - y.sign;
  if (x.magnitude !== y.magnitude) return isGreater(x.magnitude, y.magnitude) ? x.sign : -x.sign;
  if (x.digits === y.digits) return 0;
  return x.digits > y.digits ? x.sign : -x.sign;
}

export const isJsonNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof ExactNumber);

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

/** The value of a JSON number. Throws a TypeError for other text. */
export function exactNumber(text: string): number | ExactNumber {
  const exact = new ExactNumber(text);
  const value = Number(text);
  return losesDigits(value, text) ? exact : value;
}

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

/** Serializes numbers that a double can't represent, at both ends of a socket or port (D46). */
export const exactNumbers = [
  {
    /** Types from 20 on are free for applications. */
    type: 20,
    condition: (value: unknown): boolean => value instanceof ExactNumber,
    serialize: (value: ExactNumber): string => value.text,
    deserialize: (text: unknown): ExactNumber => new ExactNumber(String(text)),
  },
];
