/** The body re-serialized by Ruby or Rails. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, pretty, quotedBy, rewrittenBy } from './rewritten.ts';

const ruby = {
  ...compact,
  text: text.plainText,
  number: number.rubyNumber,
} as const satisfies JsonStyle;

const rewritten = rewrittenBy('ruby');

export const rubyMistakes: readonly BodyMistake[] = [
  rewritten('json_ruby', "Ruby's JSON.generate: numbers as Ruby writes them", ruby),
  rewritten(
    'json_rails',
    "Rails' to_json: <, > and & as \\u003c, \\u003e and \\u0026 (Ruby), keys in their order",
    { ...ruby, text: text.htmlSafeText },
  ),
  rewritten('json_ruby_pretty', "Ruby's JSON.pretty_generate: two spaces", {
    ...ruby,
    ...pretty,
  }),
  rewritten(
    'json_ruby_pretty_old',
    "Ruby's JSON.pretty_generate before json 2.8: two spaces, line breaks inside empty objects and arrays",
    { ...ruby, ...pretty, emptyLines: true },
  ),
  rewritten('json_ruby_ascii', "Ruby's JSON.generate with ascii_only: non-ASCII as \\u escapes", {
    ...ruby,
    text: text.rubyAsciiText,
  }),
  rewritten(
    'json_ruby_inspect',
    "Ruby's inspect or to_s of the parsed body: => between key and value, nil",
    {
      ...ruby,
      comma: ', ',
      colon: '=>',
      text: text.rubyInspectText,
      words: { true: 'true', false: 'false', null: 'nil' },
    },
  ),
  rewritten(
    'json_ruby_inspect_spaced',
    "Ruby's inspect or to_s of the parsed body (3.4 and newer): => with spaces between key and value, nil",
    {
      ...ruby,
      comma: ', ',
      colon: ' => ',
      text: text.rubyInspectText,
      words: { true: 'true', false: 'false', null: 'nil' },
    },
  ),
  quotedBy('ruby', 'json_ruby_twice', "Ruby's to_json", ruby, [ruby]),
  quotedBy('ruby', 'json_rails_twice', "Rails' to_json", { ...ruby, text: text.htmlSafeText }, [
    { ...ruby, text: text.htmlSafeText },
  ]),
];
