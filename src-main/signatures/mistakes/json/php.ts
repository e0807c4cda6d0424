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
const phpLists = { listsOfObjects: true, emptyObject: '[]' };

const rewritten = rewrittenBy('php');

/** Flags for slashes and characters beyond ASCII. */
const escapes = [
  { code: '', flags: [], slashes: false, unicode: false },
  { code: '_unescaped_slashes', flags: ['SLASHES'], slashes: true, unicode: false },
  { code: '_unescaped_unicode', flags: ['UNICODE'], slashes: false, unicode: true },
  { code: '_unescaped', flags: ['SLASHES', 'UNICODE'], slashes: true, unicode: true },
] as const;

type Escapes = (typeof escapes)[number];

const hexFlags = Object.keys(text.phpHexFlags) as (keyof typeof text.phpHexFlags)[];
const hexes: readonly (typeof hexFlags)[] = [
  hexFlags,
  ['tag', 'amp'],
  ['tag', 'amp', 'apos'],
  ...hexFlags.map((flag) => [flag]),
];

/** Other flags. */
interface Extra {
  readonly code: string;
  readonly flag: string;
  readonly style: (escapes: Escapes) => Partial<JsonStyle>;
  /** Whether the flag affects this body. If not, the cause is a different one. */
  readonly applies: (body: Body) => boolean;
}

const isFloat = /\d[.eE]\d/;

const extras: readonly Extra[] = [
  {
    code: '_precision_17',
    flag: 'serialize_precision=17',
    style: () => ({ number: number.php17Number }),
    applies: ({ text: body }) => isFloat.test(body),
  },
  {
    code: '_force_object',
    flag: 'JSON_FORCE_OBJECT',
    style: () => ({ objectsOfLists: true, listsOfObjects: false, emptyObject: '{}' }),
    applies: ({ text: body }) => /[[{]/.test(body),
  },
  ...hexes.map(
    (hex): Extra => ({
      code: `_hex_${hex.length === hexFlags.length ? 'all' : hex.join('_')}`,
      flag: hex.map((flag) => `JSON_HEX_${flag.toUpperCase()}`).join(', '),
      style: (unescaped) => ({ text: text.phpHexText(hex, unescaped) }),
      applies: ({ text: body }) =>
        hex.some((flag) =>
          Object.keys(text.phpHexFlags[flag]).some((mark) =>
            body.includes(mark === '"' ? '\\"' : mark),
          ),
        ),
    }),
  ),
];

const describe = (assoc: boolean, flags: readonly string[], features: readonly string[] = []) =>
  `PHP's json_encode${assoc ? ' of json_decode($body, true)' : ''}${
    flags.length === 0 ? '' : ` with ${flags.join(', ')}`
  }${features.length === 0 ? '' : `: ${features.join(', ')}`}`;

const variants = [false, true].flatMap((isPretty) =>
  [false, true].flatMap((assoc) =>
    escapes.flatMap((escaping) =>
      [undefined, ...extras].flatMap((extra) => {
        if (isPretty && extra?.code.startsWith('_hex')) return [];
        const flags = [
          ...(isPretty ? ['JSON_PRETTY_PRINT'] : []),
          ...escaping.flags.map((flag) => `JSON_UNESCAPED_${flag}`),
          ...(extra === undefined ? [] : [extra.flag]),
        ];
        const features = [
          ...(escaping.slashes ? [] : ['slashes as \\/']),
          ...(escaping.unicode ? [] : ['non-ASCII as \\u escapes']),
          ...(assoc && extra?.code !== '_force_object' ? ['empty objects as []'] : []),
        ];
        const mistake = rewritten(
          `json_php${assoc ? '_assoc' : ''}${isPretty ? '_pretty' : ''}${escaping.code}${extra?.code ?? ''}`,
          describe(assoc, flags, features),
          {
            ...{ ...php, ...(isPretty && { ...pretty, indent: '    ' }), ...(assoc && phpLists) },
            ...{ text: text.phpHexText([], escaping), ...extra?.style(escaping) },
          },
        );
        // The common ones first.
        if (!isPretty && extra === undefined) return { rank: 0, mistake };
        const change: BodyMistake['change'] = (body) =>
          extra === undefined || extra.applies(body) ? mistake.change(body) : undefined;
        return { rank: 1, mistake: { ...mistake, isAlone: true as const, change } };
      }),
    ),
  ),
);

export const phpMistakes: readonly BodyMistake[] = [
  ...variants.toSorted((a, b) => a.rank - b.rank).map(({ mistake }) => mistake),
  ...escapes.map((escaping) => {
    const style = { ...php, text: text.phpHexText([], escaping) };
    return quotedBy(
      'php',
      `json_php_twice${escaping.code}`,
      describe(false, escaping.code === '' ? [] : ['JSON_UNESCAPED_*']),
      style,
      [style, { ...style, ...phpLists }],
    );
  }),
];
