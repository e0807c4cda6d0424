/** Prints a filter as text. Equal filters have the same text. */
import { type BodyPath, type BodyValue, bodyValueText, type Filter, partsOf } from './filter.ts';
import { ageText } from './term.ts';
import { parseBodyValue } from './term-parts.ts';
import { timeText } from './time-text.ts';

const inQuotes = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Quotes a value if necessary. */
export const valueText = (text: string): string =>
  /^[^\s()":=<>!][^\s()"]*$/.test(text) ? text : inQuotes(text);

function writtenValue(value: BodyValue): string {
  if (typeof value !== 'string') return bodyValueText(value);
  const text = valueText(value);
  return parseBodyValue({ text, isQuoted: false }) === text ? text : inQuotes(value);
}

function wordText(text: string): string {
  const plain = /^[^\s()"[\]:=<>!]+$/.test(text);
  return plain && !/^(and|or|not)$|^body\./i.test(text) ? text : inQuotes(text);
}

export const bodyPathText = (path: BodyPath): string =>
  path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      return /^[^\s()".[\]:=<>!\\]+$/.test(step) ? `.${step}` : `."${step}"`;
    })
    .join('');

/** Adds parentheses to a part with lower precedence. */
const partText = (filter: Filter): string =>
  filter.kind === 'or' ? `(${printFilter(filter)})` : printFilter(filter);

/** Prints a filter. Parsing the text returns the same filter. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
      return filter.parts.map(partText).join(' ');
    case 'or':
      return filter.parts.map(printFilter).join(' or ');
    case 'not':
      return partsOf(filter.part).length > 1
        ? `not (${printFilter(filter.part)})`
        : `not ${partText(filter.part)}`;
    case 'type':
      return `type:${filter.type}`;
    case 'state':
      return `state:${filter.state}`;
    case 'reason':
      return `reason:${filter.reason}`;
    case 'warning':
      return 'has:warning';
    case 'origin':
      return `origin:${valueText(filter.id === null ? filter.origin : `${filter.origin}:${filter.id}`)}`;
    case 'outcome':
      return `outcome:${filter.outcome}`;
    case 'code':
      return `code:${filter.code}`;
    case 'text':
      return `${filter.field}${filter.operator}${valueText(filter.text)}`;
    case 'number':
      return `${filter.field}${filter.operator}${filter.number}`;
    case 'age':
      return `age${filter.operator}${ageText(filter.ageMs)}`;
    case 'created':
    case 'attempted':
      return `${filter.kind}${filter.operator}${timeText(filter.at)}`;
    case 'header':
      return `header[${filter.name}]${filter.operator}${valueText(filter.text)}`;
    case 'body':
      return `body${bodyPathText(filter.path)}${filter.operator}${writtenValue(filter.value)}`;
    case 'bodyNumber':
      return `body${bodyPathText(filter.path)}${filter.operator}${filter.value.number}`;
    case 'anywhere':
      return wordText(filter.text);
  }
}
