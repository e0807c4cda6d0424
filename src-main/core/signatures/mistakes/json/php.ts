/** The body written again by PHP's json_encode. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, pretty, rewrittenBy } from './rewritten.ts';

const php = {
  ...compact,
  text: text.phpText,
  number: number.phpNumber,
} as const satisfies JsonStyle;
const phpBoth = { text: text.phpUnescapedText };
const phpLists = { listsOfObjects: true, emptyObject: '[]' };

const rewritten = rewrittenBy('php');

export const phpMistakes: readonly BodyMistake[] = [
  rewritten('json_php', "PHP's json_encode: slashes as \\/, other than ASCII as \\u escapes", php),
  rewritten(
    'json_php_assoc',
    "PHP's json_encode of json_decode($body, true): slashes as \\/, other than ASCII as \\u escapes, empty objects as []",
    { ...php, ...phpLists },
  ),
  rewritten(
    'json_php_unescaped_slashes',
    "PHP's json_encode with JSON_UNESCAPED_SLASHES: other than ASCII as \\u escapes",
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
    "PHP's json_encode of json_decode($body, true) with JSON_UNESCAPED_SLASHES: other than ASCII as \\u escapes, empty objects as []",
    { ...php, ...phpLists, text: text.phpUnescapedSlashesText },
  ),
  rewritten(
    'json_php_assoc_unescaped_unicode',
    "PHP's json_encode of json_decode($body, true) with JSON_UNESCAPED_UNICODE: slashes as \\/, empty objects as []",
    { ...php, ...phpLists, text: text.phpUnescapedUnicodeText },
  ),
  rewritten(
    'json_php_pretty',
    "PHP's json_encode with JSON_PRETTY_PRINT: four spaces, slashes as \\/, other than ASCII as \\u escapes",
    {
      ...php,
      ...pretty,
      indent: '    ',
    },
  ),
  rewritten(
    'json_php_pretty_unescaped',
    "PHP's json_encode with JSON_PRETTY_PRINT, JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE: four spaces",
    { ...php, ...pretty, ...phpBoth, indent: '    ' },
  ),
];
