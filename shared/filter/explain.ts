/** Describes a filter in plain language. */

import type { OriginKind } from '#shared/ingestion/message.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import {
  type BodyPath,
  type BodyValue,
  type Filter,
  isEverything,
  isWrittenNumber,
  type NumberField,
  type Order,
  type Term,
  type TextField,
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

const textNames: Record<TextField, string> = {
  event: 'the event',
  user: 'the user',
  source: 'the source',
  destination: 'the destination',
  url: 'a webhook URL',
};

function originText(origin: OriginKind, id: string | null): string {
  switch (origin) {
    case 'sdk':
      return 'an SDK';
    case 'send':
      return 'the Send page';
    case 'sync':
      return id === null ? 'a sync' : `sync ${id}`;
    case 'deletion':
      return id === null ? 'a deletion request' : `deletion request ${id}`;
  }
}

const is = (negated: boolean): string => (negated ? 'is not' : 'is');

function contains(operator: TextOperator, text: string, negated: boolean): string {
  if (operator === '=') return `${is(negated)} ${quoted(text)}`;
  return `${negated ? 'does not contain' : 'contains'} ${quoted(text)}`;
}

function numberText(field: NumberField, operator: '=' | Order, number: number, negated: boolean) {
  const amount = operator === '=' ? String(number) : `${orderTexts[operator]} ${number}`;
  return field === 'status'
    ? `the latest status ${is(negated)} ${amount}`
    : `the number of attempts ${is(negated)} ${amount}`;
}

const pathText = (path: BodyPath): string =>
  path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');

function bodyText(operator: TextOperator, value: BodyValue, negated: boolean): string {
  if (typeof value === 'string') return contains(operator, value, negated);
  if (!isWrittenNumber(value)) return `${is(negated)} ${value}`;
  return operator === ':'
    ? contains(operator, value.number, negated)
    : `${is(negated)} ${value.number}`;
}

function ageText(operator: Order, ageMs: number, negated: boolean): string {
  const [young, old] = ['created less than', 'created more than'];
  const age = operator === '<' || operator === '<=' ? young : old;
  return `it was ${negated ? 'not ' : ''}${age} ${formatDuration(ageMs)} ago`;
}

const momentOrders: Record<Order, string> = {
  '<': 'before',
  '<=': 'at or before',
  '>': 'after',
  '>=': 'at or after',
};

function termText(term: Term, negated: boolean): string {
  switch (term.kind) {
    case 'type':
      return `the type ${is(negated)} ${term.type}`;
    case 'state':
      return `the state ${is(negated)} ${term.state}`;
    case 'reason':
      return `the reason ${is(negated)} ${term.reason}`;
    case 'origin':
      return `it ${negated ? 'did not come' : 'came'} from ${originText(term.origin, term.id)}`;
    case 'warning':
      return `it has ${negated ? 'no' : 'a'} warning`;
    case 'outcome':
      return `the outcome of the latest attempt ${is(negated)} ${term.outcome}`;
    case 'code':
      return `the code of the latest attempt ${is(negated)} ${term.code}`;
    case 'text':
      // With several webhooks, one match is enough, and "not" means that none matches.
      return term.field === 'url' && negated
        ? `no webhook URL ${contains(term.operator, term.text, false)}`
        : `${textNames[term.field]} ${contains(term.operator, term.text, negated)}`;
    case 'number':
      return numberText(term.field, term.operator, term.number, negated);
    case 'age':
      return ageText(term.operator, term.ageMs, negated);
    case 'created':
      return `it was ${negated ? 'not ' : ''}created ${momentOrders[term.operator]} ${timeText(term.at)}`;
    case 'attempted':
      return `the latest attempt ${negated ? 'was not' : 'was'} ${momentOrders[term.operator]} ${timeText(term.at)}`;
    case 'header':
      return `${negated ? 'no' : 'the'} header ${term.name} ${contains(term.operator, term.text, false)}`;
    case 'body':
      return `${pathText(term.path)} in the body ${bodyText(term.operator, term.value, negated)}`;
    case 'bodyNumber':
      return `${pathText(term.path)} in the body ${is(negated)} ${orderTexts[term.operator]} ${term.value.number}`;
    case 'anywhere':
      return `${negated ? 'no part' : 'any part'} contains ${quoted(term.text)}`;
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
