/** Prints a filter as text. Equal filters have the same text. */
import { formatDuration } from '#shared/kit/duration.ts';
import {
  type AnyTerm,
  type BodyPath,
  type BodyValue,
  bodyValueText,
  type Combined,
  type Filter,
  partsOf,
  type Term,
} from './filter.ts';
import type { SubjectFilter } from './subject.ts';
import { parseBodyValue } from './term.ts';
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

/** An age is printed as `90s`, `10m` or `1h30m`. */
function numberText({ field, value }: Extract<Term, { kind: 'number' }>): string {
  switch (field) {
    case 'age':
      return formatDuration(value).replaceAll(' ', '').replaceAll('min', 'm');
    case 'created':
    case 'attempted':
      return timeText(value);
    default:
      return String(value);
  }
}

function termText(term: Term): string {
  switch (term.kind) {
    case 'choice':
      return `${term.field}:${valueText(term.value)}`;
    case 'text':
      return `${term.field}${term.operator}${valueText(term.value)}`;
    case 'number':
      return `${term.field}${term.operator}${numberText(term)}`;
    case 'rows':
      return `${term.field}:${term.ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',')}`;
    case 'header':
      return `header[${term.name}]${term.operator}${valueText(term.value)}`;
    case 'body':
      return `body${bodyPathText(term.path)}${term.operator}${writtenValue(term.value)}`;
    case 'anywhere':
      return wordText(term.value);
  }
}

/** The text of a filter. As part of another one, an "or" needs parentheses. */
function combinedText<OneTerm extends AnyTerm>(
  filter: Combined<OneTerm>,
  textOf: (term: OneTerm) => string,
  isPart: boolean,
): string {
  switch (filter.kind) {
    case 'and':
      return filter.parts.map((part) => combinedText(part, textOf, true)).join(' ');
    case 'or': {
      const text = filter.parts.map((part) => combinedText(part, textOf, true)).join(' or ');
      return isPart ? `(${text})` : text;
    }
    case 'not': {
      const text = combinedText(filter.part, textOf, true);
      return partsOf(filter.part).length > 1 ? `not (${text})` : `not ${text}`;
    }
    default:
      return textOf(filter);
  }
}

/** Prints a filter. Parsing the text returns the same filter. */
export const printFilter = (filter: Filter): string => combinedText(filter, termText, false);

/** The text of a filter in a scenario, or of a part of it, with terms as written. */
export const writtenFilter = (filter: SubjectFilter, isPart = false): string =>
  combinedText(filter, ({ written }) => written, isPart);
