/** The body re-serialized by PHP's json_encode. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { Body, BodyMistake } from '../mistake.ts';
import { compact, pretty, quotedBy, rewrittenBy } from './rewritten.ts';

const php = {
  ...compact,
  text: text.phpText,
  number: number.phpNumber,
} as const satisfies JsonStyle;
const phpBoth = { text: text.phpUnescapedText };
const phpLists = { listsOfObjects: true, emptyObject: '[]' };

const rewritten = rewrittenBy('php');

const escapes = [
  { code: '', flags: [], slashes: false, unicode: false },
  { code: '_unescaped', flags: ['SLASHES', 'UNICODE'], slashes: true, unicode: true },
  { code: '_unescaped_slashes', flags: ['SLASHES'], slashes: true, unicode: false },
  { code: '_unescaped_unicode', flags: ['UNICODE'], slashes: false, unicode: true },
] as const;

const hexFlags = Object.keys(text.phpHexFlags) as (keyof typeof text.phpHexFlags)[];
const hexes: readonly (typeof hexFlags)[] = [
  hexFlags,
  ['tag', 'amp'],
  ['tag', 'amp', 'apos'],
  ...hexFlags.map((flag) => [flag]),
];

interface Variant {
  readonly code: string;
  readonly flags: readonly string[];
  readonly style: Partial<JsonStyle>;
  /** Whether the flags affect this body. If not, the cause is a different one. */
  readonly applies: (body: Body) => boolean;
}

const always = (): boolean => true;
const isFloat = /\d[.eE]\d/;

/** Flags other than those for slashes and non-ASCII characters. */
const extras: readonly Variant[] = [
  {
    code: '_precision_17',
    flags: ['serialize_precision=17'],
    style: { number: number.php17Number },
    applies: ({ text: body }) => isFloat.test(body),
  },
  {
    code: '_force_object',
    flags: ['JSON_FORCE_OBJECT'],
    style: { objectsOfLists: true, listsOfObjects: false, emptyObject: '{}' },
    applies: ({ text: body }) => /[[{]/.test(body),
  },
];

const describe = (assoc: boolean, flags: readonly string[]): string =>
  `PHP's json_encode${assoc ? ' of json_decode($body, true), empty objects as []' : ''}${
    flags.length === 0 ? '' : `, with ${flags.join(', ')}`
  }`;

const listedCodes = new Set([
  'json_php',
  'json_php_assoc',
  'json_php_unescaped_slashes',
  'json_php_unescaped_unicode',
  'json_php_assoc_unescaped',
  'json_php_unescaped',
  'json_php_assoc_unescaped_slashes',
  'json_php_assoc_unescaped_unicode',
]);

function* allVariants(): Generator<BodyMistake> {
  for (const assoc of [false, true])
    for (const isPretty of [false, true])
      for (const { code, flags, slashes, unicode } of escapes) {
        const unescaped = { slashes, unicode };
        const base: Variant = {
          code: `json_php${assoc ? '_assoc' : ''}${isPretty ? '_pretty' : ''}${code}`,
          flags: [
            ...(isPretty ? ['JSON_PRETTY_PRINT'] : []),
            ...flags.map((flag) => `JSON_UNESCAPED_${flag}`),
          ],
          style: {
            ...php,
            ...(isPretty && { ...pretty, indent: '    ' }),
            ...(assoc && phpLists),
            text: text.phpHexText([], unescaped),
          },
          applies: always,
        };
        const ofHex = isPretty
          ? []
          : hexes.map(
              (hex): Variant => ({
                code: `_hex_${hex.length === hexFlags.length ? 'all' : hex.join('_')}`,
                flags: hex.map((flag) => `JSON_HEX_${flag.toUpperCase()}`),
                style: { text: text.phpHexText(hex, unescaped) },
                applies: ({ text: body }) =>
                  hex.some((flag) =>
                    Object.keys(text.phpHexFlags[flag]).some((mark) =>
                      body.includes(mark === '"' ? '\\"' : mark),
                    ),
                  ),
              }),
            );
        for (const extra of [undefined, ...extras, ...ofHex]) {
          const fullCode = base.code + (extra?.code ?? '');
          if (listedCodes.has(fullCode)) continue;
          const mistake = rewritten(
            fullCode,
            describe(assoc, [...base.flags, ...(extra?.flags ?? [])]),
            {
              ...php,
              ...base.style,
              ...extra?.style,
            },
          );
          yield {
            ...mistake,
            isAlone: true,
            change: (body) => ((extra?.applies ?? always)(body) ? mistake.change(body) : undefined),
          };
        }
      }
}

const variants = [...allVariants()];

export const phpMistakes: readonly BodyMistake[] = [
  rewritten('json_php', "PHP's json_encode: slashes as \\/, non-ASCII as \\u escapes", php),
  rewritten(
    'json_php_assoc',
    "PHP's json_encode of json_decode($body, true): slashes as \\/, non-ASCII as \\u escapes, empty objects as []",
    { ...php, ...phpLists },
  ),
  rewritten(
    'json_php_unescaped_slashes',
    "PHP's json_encode with JSON_UNESCAPED_SLASHES: non-ASCII as \\u escapes",
    { ...php, text: text.phpUnescapedSlashesText },
  ),
  rewritten(
    'json_php_unescaped_unicode',
    "PHP's json_encode with JSON_UNESCAPED_UNICODE: slashes as \\/",
    { ...php, text: text.phpUnescapedUnicodeText },
  ),
  rewritten(
    'json_php_assoc_unescaped',
    "PHP's json_encode of json_decode($body, true) with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE: empty objects as []",
    { ...php, ...phpBoth, ...phpLists },
  ),
  rewritten(
    'json_php_unescaped',
    "PHP's json_encode with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE: numbers as PHP writes them",
    { ...php, ...phpBoth },
  ),
  rewritten(
    'json_php_assoc_unescaped_slashes',
    "PHP's json_encode of json_decode($body, true) with JSON_UNESCAPED_SLASHES: non-ASCII as \\u escapes, empty objects as []",
    { ...php, ...phpLists, text: text.phpUnescapedSlashesText },
  ),
  rewritten(
    'json_php_assoc_unescaped_unicode',
    "PHP's json_encode of json_decode($body, true) with JSON_UNESCAPED_UNICODE: slashes as \\/, empty objects as []",
    { ...php, ...phpLists, text: text.phpUnescapedUnicodeText },
  ),
  ...variants,
  ...escapes.map(({ code, slashes, unicode }) => {
    const style = { ...php, text: text.phpHexText([], { slashes, unicode }) };
    return quotedBy(
      'php',
      `json_php_twice${code}`,
      describe(false, code === '' ? [] : ['JSON_UNESCAPED_*']),
      style,
      [style, { ...style, ...phpLists }],
    );
  }),
];
