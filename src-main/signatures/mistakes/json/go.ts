/** The body re-serialized by Go's encoding/json. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import { type BodyMistake, did } from '../mistake.ts';
import { compact, pretty, quotedBy, rewrittenBy } from './rewritten.ts';

const go = {
  ...compact,
  order: 'code_points',
  text: text.htmlSafeText,
  number: number.goNumber,
} as const satisfies JsonStyle;

const rewritten = rewrittenBy('go');

const special: readonly {
  code: string;
  description: string;
  style: Partial<JsonStyle>;
  ending?: string;
}[] = [
  {
    code: 'json_go_use_number',
    description:
      "Go's json.Marshal of a map decoded with UseNumber: keys sorted, <, > and & as \\u escapes",
    style: { number: number.asWritten },
  },
  {
    code: 'json_go_indent_4',
    description:
      "Go's json.MarshalIndent of a map with four spaces: keys sorted, <, > and & as \\u escapes",
    style: { ...pretty, indent: '    ', order: 'code_points' },
  },
  {
    code: 'json_go_encoder_indent',
    description:
      "Go's json.Encoder of a map with SetIndent: keys sorted, <, > and & as \\u escapes, a trailing newline",
    style: { ...pretty, order: 'code_points' },
    ending: '\n',
  },
  {
    code: 'json_go_raw_encoder',
    description:
      "Go's json.Encoder of a json.RawMessage: <, > and & as \\u escapes, a trailing newline",
    style: { order: 'kept', number: number.asWritten },
    ending: '\n',
  },
];

export const goMistakes: readonly BodyMistake[] = [
  rewritten(
    'json_go',
    "Go's json.Marshal of a map: keys sorted, <, > and & as \\u003c, \\u003e and \\u0026",
    go,
  ),
  rewritten(
    'json_go_raw',
    "Go's json.Marshal of a json.RawMessage or of a struct in the same order: <, > and & as \\u003c, \\u003e and \\u0026",
    { ...go, order: 'kept', number: number.asWritten },
  ),
  rewritten(
    'json_go_unescaped',
    "Go's json.Encoder of a map with SetEscapeHTML(false): keys sorted, a trailing newline",
    {
      ...go,
      text: text.goUnescapedText,
    },
    '\n',
  ),
  rewritten(
    'json_go_encoder',
    "Go's json.Encoder of a map: keys sorted, <, > and & as \\u escapes, a trailing newline",
    go,
    '\n',
  ),
  rewritten(
    'json_go_indent',
    "Go's json.MarshalIndent of a map with two spaces: keys sorted, <, > and & as \\u escapes",
    {
      ...go,
      ...pretty,
      order: 'code_points',
    },
  ),
  rewritten(
    'json_go_indent_tab',
    "Go's json.MarshalIndent of a map with tabs: keys sorted, <, > and & as \\u escapes",
    {
      ...go,
      ...pretty,
      indent: '\t',
      order: 'code_points',
    },
  ),
  ...special.map(({ code, description, style, ending }) => ({
    ...rewritten(code, description, { ...go, ...style }, ending),
    isAlone: true as const,
  })),
  quotedBy('go', 'json_go_twice', "Go's json.Marshal of a string", go, [go]),
  {
    code: 'json_go_bytes',
    language: 'go',
    isAlone: true,
    message: did("hashed Go's json.Marshal of the body's []byte: base64 inside quotes."),
    fix: 'raw_body',
    change: ({ bytes }) => JSON.stringify(bytes.toString('base64')),
  },
];
