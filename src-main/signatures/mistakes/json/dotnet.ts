/** The body re-serialized by .NET libraries. */
import * as number from '../../json/json-numbers.ts';
import type { JsonStyle } from '../../json/json-style.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, pretty, rewrittenBy } from './rewritten.ts';

const dotnet = { ...compact, text: text.dotnetText, number: number.asWritten } as const;
const newtonsoft = {
  ...compact,
  text: text.newtonsoftText,
  number: number.newtonsoftNumber,
} as const satisfies JsonStyle;

/** Newtonsoft.Json parses strings that look like dates and drops trailing zeros of the fraction. */
const newtonsoftDate = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d*?)0*)(Z|[+-]\d\d:\d\d)?"$/;
const newtonsoftDated = (value: string): string =>
  text
    .newtonsoftText(value)
    .replace(
      newtonsoftDate,
      (_, seconds: string, fraction: string, zone = '') =>
        `"${seconds}${fraction === '' ? '' : `.${fraction}`}${zone}"`,
    );

const rewritten = rewrittenBy('csharp');

export const dotnetMistakes: readonly BodyMistake[] = [
  rewritten(
    'json_dotnet',
    "C#'s System.Text.Json: quotes, <, >, &, ' and non-ASCII as \\u escapes",
    dotnet,
  ),
  rewritten('json_newtonsoft', "C#'s Newtonsoft.Json: dates and numbers as .NET writes them", {
    ...newtonsoft,
    text: newtonsoftDated,
    key: text.newtonsoftText,
  }),
  rewritten(
    'json_dotnet_indented',
    "C#'s System.Text.Json with WriteIndented: two spaces, quotes, <, >, &, ' and non-ASCII as \\u escapes",
    {
      ...dotnet,
      ...pretty,
    },
  ),
  rewritten(
    'json_newtonsoft_indented',
    "C#'s JObject.ToString(): two spaces, dates and numbers as .NET writes them",
    {
      ...newtonsoft,
      ...pretty,
      text: newtonsoftDated,
      key: text.newtonsoftText,
    },
  ),
  rewritten(
    'json_newtonsoft_indented_crlf',
    "C#'s JObject.ToString() on Windows: two spaces, lines ended by CR and LF, dates and numbers as .NET writes them",
    {
      ...newtonsoft,
      ...pretty,
      lineEnd: '\r\n',
      text: newtonsoftDated,
      key: text.newtonsoftText,
    },
  ),
];
