/** Number formats of JSON libraries in several languages. */

/** Formats a number token from the body. Returns undefined if the language rejects it. */
export type WriteNumber = (token: string) => string | undefined;

const isInteger = (token: string): boolean => /^-?\d+$/.test(token);

/** Shortest digits that round-trip, and the power of ten of the first digit. */
function decimal(value: number, minDigits: 1 | 2, precision?: number) {
  const shortest =
    precision === undefined
      ? Math.abs(value).toExponential()
      : Math.abs(value)
          .toExponential(precision - 1)
          .replace(/\.?0*e/, 'e');
  // The closest value with two digits, which isn't always the shortest one padded with a zero.
  const written =
    shortest[1] === 'e' && minDigits === 2 ? Math.abs(value).toExponential(1) : shortest;
  const [mantissa = '', exponent = '0'] = written.replace(/\.0e/, 'e').split('e');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return { sign, digits: mantissa.replace('.', ''), exponent: Number(exponent) };
}

interface FloatStyle {
  /** Powers of ten written without an exponent, both inclusive. */
  readonly plain: readonly [from: number, to: number];
  /** Whether whole numbers end in ".0". */
  readonly pointZero: boolean;
  /** Whether the digits before an exponent end in ".0". */
  readonly mantissaPointZero: boolean;
  readonly exponent: (power: number) => string;
  /** Java writes 4.9E-324 where others write 5e-324. */
  readonly minDigits?: 2;
  /** Number of digits without trailing zeros. If absent, the fewest that round-trip. */
  readonly precision?: number;
}

function writeFloat(style: FloatStyle): WriteNumber {
  return (token) => {
    const value = Number(token);
    if (!Number.isFinite(value)) return undefined;
    const { sign, digits, exponent } = decimal(value, style.minDigits ?? 1, style.precision);
    const [from, to] = style.plain;
    if (exponent < from || exponent > to) {
      const decimals = digits.slice(1) || (style.mantissaPointZero ? '0' : '');
      return `${sign}${digits[0]}${decimals && `.${decimals}`}${style.exponent(exponent)}`;
    }
    if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
    const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
    const fraction = digits.slice(exponent + 1) || (style.pointZero ? '0' : '');
    return `${sign}${whole}${fraction && `.${fraction}`}`;
  };
}

const signed = (power: number, width: number): string =>
  `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(width, '0')}`;

/** Keeps integers of any size and formats other numbers as floating point. */
const integersAnd =
  (float: WriteNumber): WriteNumber =>
  (token) =>
    isInteger(token) ? String(BigInt(token)) : float(token);

const fitsInt64 = (token: string): boolean => BigInt.asIntN(64, BigInt(token)) === BigInt(token);

/** Keeps integers of up to 64 bits. Larger ones become floating point. */
const int64And =
  (float: WriteNumber): WriteNumber =>
  (token) =>
    isInteger(token) && fitsInt64(token) ? String(BigInt(token)) : float(token);

export const asWritten: WriteNumber = (token) => token;

export const javascriptNumber: WriteNumber = (token) => {
  const value = Number(token);
  return Number.isFinite(value) ? String(value) : 'null';
};

/** encoding/json writes a float64 as ECMAScript does, but keeps the sign of zero. */
export const goNumber: WriteNumber = (token) => {
  const value = Number(token);
  if (!Number.isFinite(value)) return undefined;
  return Object.is(value, -0) ? '-0' : String(value);
};

export const pythonNumber = integersAnd(
  writeFloat({
    plain: [-4, 15],
    pointZero: true,
    mantissaPointZero: false,
    exponent: (power) => `e${signed(power, 2)}`,
  }),
);

export const rubyNumber = integersAnd(
  writeFloat({
    plain: [-4, 15],
    pointZero: true,
    mantissaPointZero: true,
    exponent: (power) => `e${signed(power, 2)}`,
  }),
);

/** serialize_precision = -1, the default since PHP 7.1. */
export const phpNumber: WriteNumber = int64And(
  writeFloat({
    plain: [-4, 16],
    pointZero: false,
    mantissaPointZero: true,
    exponent: (power) => `e${signed(power, 1)}`,
  }),
);

/** serialize_precision = 17, the default before PHP 7.1 and in its php.ini files. */
export const php17Number: WriteNumber = int64And(
  writeFloat({
    plain: [-4, 16],
    pointZero: false,
    mantissaPointZero: true,
    exponent: (power) => `e${signed(power, 1)}`,
    precision: 17,
  }),
);

/** Format of Double.toString. */
const javaDouble = writeFloat({
  plain: [-3, 6],
  pointZero: true,
  mantissaPointZero: true,
  exponent: (power) => `E${power}`,
  minDigits: 2,
});

export const javaNumber = integersAnd(javaDouble);
/** Gson reads every number of a Map as a double: 1 becomes 1.0. */
export const javaDoubleNumber = javaDouble;

/** Newtonsoft.Json uses the "R" format and adds a decimal place. */
export const newtonsoftNumber = integersAnd(
  writeFloat({
    plain: [-5, 14],
    pointZero: true,
    mantissaPointZero: false,
    exponent: (power) => `E${signed(power, 2)}`,
  }),
);

/** serde_json and orjson. */
export const rustNumber = int64And(
  writeFloat({
    plain: [-5, 15],
    pointZero: true,
    mantissaPointZero: false,
    exponent: (power) => `e${power}`,
  }),
);
