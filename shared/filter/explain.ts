/** Describes a filter in plain language. */

import type { DeliveryReason } from '#shared/deliveries/delivery.ts';
import { reasonLabels, stateLabel } from '#shared/deliveries/text.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import {
  type BodyPath,
  bodyValueText,
  type Filter,
  isEverything,
  isOrder,
  isWrittenNumber,
  type Order,
  originParts,
  type Term,
  type TextOperator,
} from './filter.ts';
import { timeText } from './time-text.ts';

const quoted = (text: string): string => `"${text}"`;

const orderTexts: Record<Order, string> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
};

const momentTexts: Record<Order, string> = {
  '<': 'before',
  '<=': 'at or before',
  '>': 'after',
  '>=': 'at or after',
};

type TermOf<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;

/** Names of fields in sentences, if they aren't simply "the state". */
const names: Partial<Record<TermOf<'choice' | 'text' | 'number'>['field'], string>> = {
  outcome: 'the outcome of the latest attempt',
  code: 'the code of the latest attempt',
  status: 'the latest status',
  attempts: 'the number of attempts',
  url: 'a URL',
  endpoint: 'a mock endpoint',
};

function originText(value: string): string {
  const [kind, id] = originParts(value);
  if (kind === 'sdk') return 'an SDK';
  if (kind === 'send') return 'Send event';
  const noun = kind === 'sync' ? 'sync' : 'deletion request';
  return id === null ? `a ${noun}` : `${noun} ${id}`;
}

const is = (negated: boolean): string => (negated ? 'is not' : 'is');

function contains(operator: TextOperator, text: string, negated: boolean): string {
  if (operator === '=') return `${is(negated)} ${quoted(text)}`;
  return `${negated ? 'does not contain' : 'contains'} ${quoted(text)}`;
}

const pathText = (path: BodyPath): string =>
  path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');

function bodyText({ path, operator, value }: TermOf<'body'>, negated: boolean): string {
  const text = bodyValueText(value);
  const test = isOrder(operator)
    ? `${is(negated)} ${orderTexts[operator]} ${text}`
    : typeof value === 'string' || (isWrittenNumber(value) && operator === ':')
      ? contains(operator, text, negated)
      : `${is(negated)} ${text}`;
  return `${pathText(path)} in the body ${test}`;
}

function numberText({ field, operator, value }: TermOf<'number'>, negated: boolean): string {
  const not = negated ? 'not ' : '';
  switch (field) {
    case 'age':
      return `it was ${not}created ${operator.startsWith('<') ? 'less' : 'more'} than ${formatDuration(value)} ago`;
    case 'created':
      return `it was ${not}created ${momentTexts[operator]} ${timeText(value)}`;
    case 'attempted':
      return `the latest attempt was ${not}${momentTexts[operator]} ${timeText(value)}`;
    default:
      return `${names[field]} ${is(negated)} ${operator === '=' ? '' : `${orderTexts[operator]} `}${value}`;
  }
}

/** Several words are in quotes: the state is not "not sent". */
function wordOf(field: string, value: string): string {
  if (field !== 'state' && field !== 'reason') return value;
  const word = field === 'state' ? stateLabel(value) : reasonLabels[value as DeliveryReason];
  return word.includes(' ') ? quoted(word) : word;
}

function choiceText({ field, value }: TermOf<'choice'>, negated: boolean): string {
  switch (field) {
    case 'origin':
      return `it ${negated ? 'did not come' : 'came'} from ${originText(value)}`;
    case 'has':
      return `it has ${negated ? 'no' : 'a'} warning`;
    default:
      return `${names[field] ?? `the ${field}`} ${is(negated)} ${wordOf(field, value)}`;
  }
}

function rowsText({ ranges }: TermOf<'rows'>, negated: boolean): string {
  const count = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const [from] = ranges[0] ?? [];
  return `it ${is(negated)} ${count === 1 ? `delivery ${from}` : `one of ${formatCount(count)} deliveries`}`;
}

function termText(term: Term, negated: boolean): string {
  switch (term.kind) {
    case 'choice':
      return choiceText(term, negated);
    case 'text': {
      const { field, operator, value } = term;
      // With several webhooks, one match is enough, and "not" means that none matches.
      const name = names[field] ?? `the ${field}`;
      return negated && name.startsWith('a ')
        ? `no ${name.slice(2)} ${contains(operator, value, false)}`
        : `${name} ${contains(operator, value, negated)}`;
    }
    case 'number':
      return numberText(term, negated);
    case 'rows':
      return rowsText(term, negated);
    case 'header':
      return `${negated ? 'no' : 'the'} header ${term.name} ${contains(term.operator, term.value, false)}`;
    case 'body':
      return bodyText(term, negated);
    case 'anywhere':
      return `${negated ? 'no part' : 'any part'} contains ${quoted(term.value)}`;
  }
}

function filterText(filter: Filter, within: 'and' | 'or' | 'none'): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const joined = filter.parts
        .map((part) => filterText(part, filter.kind))
        .join(` ${filter.kind} `);
      return within === 'none' ? joined : `(${joined})`;
    }
    case 'not': {
      const { part } = filter;
      return part.kind === 'and' || part.kind === 'or' || part.kind === 'not'
        ? `not ${part.kind === 'not' ? `(${filterText(part, 'none')})` : filterText(part, 'and')}`
        : termText(part, true);
    }
    default:
      return termText(filter, false);
  }
}

/**
 * Returns a sentence such as "Deliveries where the type is track and the last status is at least
 * 500."
 */
export function explainFilter(
  filter: Filter,
  nouns: 'deliveries' | 'messages' = 'deliveries',
): string {
  if (isEverything(filter)) return `All ${nouns}.`;
  return `${nouns === 'deliveries' ? 'Deliveries' : 'Messages'} where ${filterText(filter, 'none')}.`;
}
