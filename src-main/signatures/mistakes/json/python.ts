/** The body re-serialized by Python libraries. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, pretty, quotedBy, rewrittenBy } from './rewritten.ts';

const python = {
  ...compact,
  comma: ', ',
  colon: ': ',
  text: text.asciiText,
  number: number.pythonNumber,
} as const satisfies JsonStyle;

const rewritten = rewrittenBy('python');

const sorted = { order: 'code_points' } as const;
const unicode = { text: text.plainText } as const;
const indent4 = { ...pretty, indent: '    ' } as const;

/** Less common combinations of arguments. */
const special: readonly { code: string; description: string; style: Partial<JsonStyle> }[] = [
  {
    code: 'json_python_sorted_compact_unicode',
    description: "sort_keys=True, separators=(',', ':') and ensure_ascii=False",
    style: { ...compact, ...sorted, ...unicode },
  },
  {
    code: 'json_python_sorted_indent_2',
    description: 'sort_keys=True and indent=2',
    style: { ...pretty, ...sorted },
  },
  {
    code: 'json_python_sorted_indent_4',
    description: 'sort_keys=True and indent=4',
    style: { ...indent4, ...sorted },
  },
  {
    code: 'json_python_indent_2_unicode',
    description: 'indent=2 and ensure_ascii=False',
    style: { ...pretty, ...unicode },
  },
  {
    code: 'json_python_indent_4_unicode',
    description: 'indent=4 and ensure_ascii=False',
    style: { ...indent4, ...unicode },
  },
];

export const pythonMistakes: readonly BodyMistake[] = [
  rewritten(
    'json_python',
    "Python's json.dumps: a space after every comma and colon, non-ASCII as \\u escapes",
    python,
  ),
  rewritten(
    'json_python_unicode',
    "Python's json.dumps with ensure_ascii=False: a space after every comma and colon",
    { ...python, text: text.plainText },
  ),
  rewritten(
    'json_python_compact',
    "Python's json.dumps with separators=(',', ':'): non-ASCII as \\u escapes",
    { ...python, ...compact },
  ),
  rewritten(
    'json_python_compact_unicode',
    "Python's json.dumps with separators=(',', ':') and ensure_ascii=False: numbers as Python writes them",
    { ...python, ...compact, text: text.plainText },
  ),
  rewritten(
    'json_python_sorted',
    "Python's json.dumps with sort_keys=True: keys sorted, a space after every comma and colon, non-ASCII as \\u escapes",
    { ...python, order: 'code_points' },
  ),
  rewritten(
    'json_python_sorted_compact',
    "Python's json.dumps with sort_keys=True and separators=(',', ':'): keys sorted, non-ASCII as \\u escapes",
    { ...python, ...compact, order: 'code_points' },
  ),
  rewritten(
    'json_python_sorted_unicode',
    "Python's json.dumps with sort_keys=True and ensure_ascii=False: keys sorted, a space after every comma and colon",
    { ...python, order: 'code_points', text: text.plainText },
  ),
  rewritten('json_python_indent_2', "Python's json.dumps with indent=2: non-ASCII as \\u escapes", {
    ...python,
    ...pretty,
  }),
  rewritten('json_python_indent_4', "Python's json.dumps with indent=4: non-ASCII as \\u escapes", {
    ...python,
    ...pretty,
    indent: '    ',
  }),
  ...special.map(({ code, description, style }) => ({
    ...rewritten(code, `Python's json.dumps with ${description}`, { ...python, ...style }),
    isAlone: true as const,
  })),
  quotedBy('python', 'json_python_twice', "Python's json.dumps", python, [
    python,
    { ...python, ...compact },
  ]),
  quotedBy(
    'python',
    'json_python_twice_unicode',
    "Python's json.dumps with ensure_ascii=False",
    { ...python, text: text.plainText },
    [{ ...python, text: text.plainText }],
  ),
  rewritten(
    'json_python_repr',
    "Python's str() of the parsed body: single quotes, True, False and None",
    {
      ...python,
      text: text.pythonReprText,
      words: { true: 'True', false: 'False', null: 'None' },
    },
  ),
];

/** Third-party libraries. */
export const pythonLibraryMistakes: readonly BodyMistake[] = [
  rewritten('json_orjson', "Python's orjson: numbers as it writes them", {
    ...compact,
    text: text.plainText,
    number: number.rustNumber,
  }),
  rewritten('json_ujson', "Python's ujson: slashes as \\/, non-ASCII as \\u escapes", {
    ...compact,
    text: text.ujsonText,
    number: number.pythonNumber,
  }),
];
