/** The body written again by JavaScript, or in a way that no one language has to itself. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, pretty, rewrittenBy } from './rewritten.ts';

const javascript = {
  ...compact,
  order: 'integers_first',
  text: text.javascriptText,
  number: number.javascriptNumber,
} as const satisfies JsonStyle;

const rewritten = rewrittenBy('node');
const rewrittenByAny = rewrittenBy(null);

export const javascriptMistakes: readonly BodyMistake[] = [
  rewritten('json_javascript', 'JSON.stringify (JavaScript)', javascript),
  rewrittenByAny(
    'json_indent_2',
    'a pretty-printer with two spaces (JSON.stringify(body, null, 2))',
    {
      ...javascript,
      ...pretty,
      order: 'integers_first',
    },
  ),
  rewrittenByAny(
    'json_indent_4',
    'a pretty-printer with four spaces (JSON.stringify(body, null, 4))',
    {
      ...javascript,
      ...pretty,
      indent: '    ',
      order: 'integers_first',
    },
  ),
  rewrittenByAny(
    'json_indent_tab',
    'a pretty-printer with tabs (JSON.stringify(body, null, "\\t"))',
    {
      ...javascript,
      ...pretty,
      indent: '\t',
      order: 'integers_first',
    },
  ),
];

/** Habits that no one language has to itself. */
export const otherMistakes: readonly BodyMistake[] = [
  rewrittenByAny('json_sorted', 'a library that sorts keys (canonical or stable stringify)', {
    ...javascript,
    order: 'code_units',
  }),
  rewrittenByAny('json_nulls_dropped', 'a library that leaves out what is null', {
    ...javascript,
    dropNulls: true,
  }),
];
