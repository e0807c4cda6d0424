/** The body re-serialized by Java libraries. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, pretty, rewrittenBy } from './rewritten.ts';

const java = {
  ...compact,
  text: text.jacksonText,
  number: number.javaNumber,
} as const satisfies JsonStyle;

const rewritten = rewrittenBy('java');

export const javaMistakes: readonly BodyMistake[] = [
  rewritten('json_jackson', "Java's Jackson: numbers as Java writes them", java),
  rewritten('json_gson', "Java's Gson (JsonElement): <, >, &, = and ' as \\u escapes", {
    ...java,
    text: text.gsonText,
    number: number.asWritten,
  }),
  rewritten(
    'json_gson_map',
    "Java's Gson from a Map: every number as a double, 1 as 1.0, and <, >, &, = and ' as \\u escapes",
    { ...java, text: text.gsonText, number: number.javaDoubleNumber },
  ),
  rewritten(
    'json_gson_map_unescaped',
    "Java's Gson from a Map with disableHtmlEscaping: every number as a double, 1 as 1.0",
    { ...java, text: text.gsonUnescapedText, number: number.javaDoubleNumber },
  ),
  rewritten(
    'json_jackson_sorted',
    "Java's Jackson with sorted keys (TreeMap or ORDER_MAP_ENTRIES_BY_KEYS)",
    {
      ...java,
      order: 'code_units',
    },
  ),
  rewritten(
    'json_jackson_hash',
    "Java's Jackson from a HashMap: keys in the order of its buckets",
    {
      ...java,
      order: 'java_hash',
    },
  ),
  rewritten(
    'json_jackson_pretty',
    "Java's Jackson with writerWithDefaultPrettyPrinter: two spaces, a space on both sides of the colon",
    {
      ...java,
      ...pretty,
      colon: ' : ',
      flatArrays: true,
      emptyObject: '{ }',
      emptyArray: '[ ]',
    },
  ),
  rewritten(
    'json_gson_pretty',
    "Java's Gson with setPrettyPrinting: two spaces, <, >, &, = and ' as \\u escapes",
    {
      ...java,
      ...pretty,
      text: text.gsonText,
      number: number.asWritten,
    },
  ),
  rewritten('json_org', "Java's org.json JSONObject: keys in the order of a HashMap, </ as <\\/", {
    ...java,
    order: 'java_hash',
    text: text.orgJsonText,
  }),
  rewritten('json_java_map', "Java's Map.toString: {key=value} without quotes", {
    ...java,
    comma: ', ',
    colon: '=',
    text: (value) => value,
  }),
];
