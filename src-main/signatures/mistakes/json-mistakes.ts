/**
 * Re-serialized bodies, one entry per behavior of a JSON library. If several produce the same
 * bytes, the first is reported and the others are listed as alternatives.
 */

import { containsExactNumber } from '#shared/kit/exact-json.ts';
import * as number from '../json/json-numbers.ts';
import * as text from '../json/json-text.ts';
import { dotnetMistakes } from './json/dotnet.ts';
import { goMistakes } from './json/go.ts';
import { javaMistakes } from './json/java.ts';
import { javascriptMistakes, otherMistakes } from './json/javascript.ts';
import { phpMistakes } from './json/php.ts';
import { pythonLibraryMistakes, pythonMistakes } from './json/python.ts';
import { compact, rewrittenBy } from './json/rewritten.ts';
import { rubyMistakes } from './json/ruby.ts';
import { type BodyMistake, did } from './mistake.ts';

const rust = rewrittenBy('rust')('json_rust', "Rust's serde_json::Value: keys sorted", {
  ...compact,
  order: 'code_points',
  text: text.plainText,
  number: number.rustNumber,
});

/** JavaScript rounds long numbers when it re-serializes the body (D46). */
const numberPrecision: BodyMistake = {
  code: 'number_precision',
  language: 'node',
  message: did(
    'hashed the body after JSON.parse and JSON.stringify, which rounded a number with more digits than a double can represent.',
  ),
  fix: 'raw_body',
  change({ text }) {
    try {
      return containsExactNumber(text) ? JSON.stringify(JSON.parse(text)) : undefined;
    } catch {
      return undefined;
    }
  },
};

export const jsonMistakes: readonly BodyMistake[] = [
  numberPrecision,
  ...javascriptMistakes,
  ...pythonMistakes,
  ...goMistakes,
  ...phpMistakes,
  ...rubyMistakes,
  ...javaMistakes,
  ...dotnetMistakes,
  rust,
  ...otherMistakes,
  ...pythonLibraryMistakes,
];
