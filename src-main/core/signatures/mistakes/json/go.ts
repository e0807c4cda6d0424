/** The body written again by Go's encoding/json. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, pretty, rewrittenBy } from './rewritten.ts';

const go = {
  ...compact,
  order: 'code_points',
  text: text.htmlSafeText,
  number: number.goNumber,
} as const satisfies JsonStyle;

const rewritten = rewrittenBy('go');

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
    "Go's json.Encoder of a map with SetEscapeHTML(false): keys sorted, a line end after the document",
    {
      ...go,
      text: text.goUnescapedText,
    },
    '\n',
  ),
  rewritten(
    'json_go_encoder',
    "Go's json.Encoder of a map: keys sorted, <, > and & as \\u escapes, a line end after the document",
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
];
