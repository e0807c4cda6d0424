/** Numbers of YAML documents with all their digits (D46). */
import type { ScalarTag, Tags } from 'yaml';
import { ExactNumber, exactNumber } from './exact-json.ts';

/** A number as JSON writes it: YAML allows `+1`, `007`, `.5`, `5.`, `0x1F` and `0o17`. */
const jsonSpelling = (source: string): string =>
  /^0[ox]/.test(source)
    ? String(BigInt(source))
    : source
        .replace(/^\+/, '')
        .replace(/^(-?)0+(?=\d)/, '$1')
        .replace(/^-?(?=\.)/, '$&0')
        .replace(/\.(?=$|e)/i, '');

/** Writes exact numbers, also those of JSON. Documents have no such tag, because it is a default. */
const writtenExactly: ScalarTag = {
  tag: '!exact-number',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (source) => source,
  stringify: ({ value }) => String(value),
};

const isFiniteNumber = (tag: Tags[number]): tag is ScalarTag =>
  typeof tag === 'object' && /:(int|float)$/.test(tag.tag) && tag.test?.test('.inf') !== true;

/** Converting digits of another base takes more than linear time (D62). */
const maxOtherDigits = 100;
const isTooLong = (source: string): boolean =>
  /^0[ox]/.test(source) && source.length > '0x'.length + maxOtherDigits;

const readExactly = (tag: ScalarTag): ScalarTag => ({
  ...tag,
  resolve(source, onError, options) {
    if (isTooLong(source)) {
      onError(`A hexadecimal or octal number can have up to ${maxOtherDigits} digits.`);
      return source;
    }
    const number = exactNumber(jsonSpelling(source));
    return number instanceof ExactNumber ? number : tag.resolve(source, onError, options);
  },
});

/** For `customTags`: documents that are read and written with them keep the digits of every number. */
export const exactYamlTags = (tags: Tags): Tags => [
  ...tags.map((tag) => (isFiniteNumber(tag) ? readExactly(tag) : tag)),
  writtenExactly,
];
