/** The body re-serialized by JavaScript, or in a style shared by several languages. */
import * as number from '../../json/json-numbers.ts';
import { type JsonStyle, writeJson } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import { type BodyMistake, did } from '../mistake.ts';
import { compact, pretty, rewrittenBy } from './rewritten.ts';

const javascript = {
  ...compact,
  order: 'integers_first',
  text: text.javascriptText,
  number: number.javascriptNumber,
} as const satisfies JsonStyle;

const rewritten = rewrittenBy('node');
const rewrittenByAny = rewrittenBy(null);

const indents = [
  { name: '2', with: 'two spaces', indent: '  ' },
  { name: '4', with: 'four spaces', indent: '    ' },
  { name: 'tab', with: 'tabs', indent: '\t' },
  { name: '1', with: 'one space', indent: ' ', isAlone: true },
  { name: '3', with: 'three spaces', indent: '   ', isAlone: true },
  { name: '8', with: 'eight spaces', indent: '        ', isAlone: true },
] as const;

export const javascriptMistakes: readonly BodyMistake[] = [
  rewritten('json_javascript', 'JSON.stringify (JavaScript)', javascript),
  ...indents.map(({ name, with: spaces, indent, ...rest }) => ({
    ...rewrittenByAny(`json_indent_${name}`, `a pretty-printer with ${spaces}`, {
      ...{ ...javascript, ...pretty, indent },
      order: 'integers_first',
    }),
    ...rest,
  })),
];

/** Applies only if something is sorted or omitted. Otherwise the cause is a different one. */
const unlessPlain = (mistake: BodyMistake): BodyMistake => ({
  ...mistake,
  change(body) {
    const document = body.document();
    const changed = mistake.change(body);
    return document && changed === writeJson(document, javascript) ? undefined : changed;
  },
});

/** Behavior common to several languages. */
export const otherMistakes: readonly BodyMistake[] = [
  unlessPlain(
    rewrittenByAny('json_sorted', 'a library that sorts keys', {
      ...javascript,
      order: 'code_units',
    }),
  ),
  unlessPlain(
    rewrittenByAny('json_nulls_dropped', 'a library that omits null fields', {
      ...javascript,
      dropNulls: true,
    }),
  ),
  {
    code: 'json_javascript_replacer',
    language: 'node',
    isAlone: true,
    message: did(
      'hashed the body re-serialized by JSON.stringify with the sorted keys of the body as its second argument: nested objects lose every key that is not among them.',
    ),
    fix: 'raw_body',
    change({ text: body }) {
      try {
        const parsed: unknown = JSON.parse(body);
        if (typeof parsed !== 'object' || parsed === null) return undefined;
        return JSON.stringify(parsed, Object.keys(parsed).sort());
      } catch {
        return undefined;
      }
    },
  },
];
