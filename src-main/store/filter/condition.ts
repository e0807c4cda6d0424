/**
 * Translates a filter into a SQL condition on `deliveries AS d`, or on `messages AS m`. All values are
 * bound. Conditions are never NULL, so that "not" is correct.
 */
import type { Database } from 'better-sqlite3';
import { AttemptCode, type AttemptOutcome, outcomeOf } from '#shared/deliveries/delivery.ts';
import {
  type BodyPath,
  bodyValueText,
  type Filter,
  foldCase,
  isNamed,
  isWrittenNumber,
  type Order,
  type Term,
  type TextField,
  type TextOperator,
  textMatches,
  type WrittenNumber,
} from '#shared/filter/filter.ts';
import { compareNumbers, exactNumber, isNumberText } from '#shared/kit/exact-json.ts';

/** Filter terms that are not columns of deliveries. */
export interface NamedEntities {
  /** Includes deleted ones, because their deliveries still exist. */
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  readonly destinations: readonly {
    readonly id: string;
    readonly name: string;
    /** Current webhook URLs. */
    readonly urls: readonly string[];
  }[];
  readonly now: number;
}

export interface Condition {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** The rows a filter selects. A message matches a term about deliveries if one of its own does. */
export type Listed = 'deliveries' | 'messages';

type TermOf<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;

type Bind = (value: string | number) => string;

const orders: Record<'=' | Order, string> = {
  '=': '=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

const textTest = (bind: Bind, expression: string, operator: TextOperator, text: string): string =>
  operator === '='
    ? `${expression} = ${bind(text)}`
    : `instr(lower(${expression}), ${bind(foldCase(text))}) > 0`;

/** Binds a list, such as IDs, as a single parameter of any length. */
const within = (bind: Bind, expression: string, values: readonly string[]): string =>
  `${expression} IN (SELECT value FROM json_each(${bind(JSON.stringify(values))}))`;

const messageTest = (test: string): string =>
  `EXISTS (SELECT 1 FROM messages AS m WHERE m.id = d.message_row_id AND (${test}))`;

const body = 'CAST(b.bytes AS TEXT)';
/** The normalized message, before it is formatted for a destination. */
const messageBody = 'm.normalized';

/** A body that isn't JSON never matches. Reading JSON paths from it would fail. */
const jsonTest = (json: string, test: string): string =>
  `CASE WHEN json_valid(${json}) THEN ${test} ELSE 0 END`;

const deliveredBodyTest = (test: string): string =>
  `EXISTS (SELECT 1 FROM bodies AS b WHERE b.id = d.body_id AND ${test})`;

const pathText = (path: BodyPath): string =>
  `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `."${step}"`)).join('')}`;

/** SQLite would round long numbers. Its `->` returns them as written. */
const numberTest = (
  bind: Bind,
  json: string,
  at: string,
  operator: '=' | Order,
  { number }: WrittenNumber,
): string => `json_type(${json}, ${at}) IN ('integer', 'real')
    AND compare_numbers(${json} -> ${at}, ${bind(number)}) ${orders[operator]} 0`;

/** Adds the functions that conditions use. */
export const addFilterFunctions = (db: Database): void =>
  void db.function('compare_numbers', { deterministic: true }, (a, b) =>
    // Null for other values: SQLite may test the type later.
    isNumberText(String(a))
      ? Math.sign(compareNumbers(exactNumber(String(a)), exactNumber(String(b))))
      : null,
  );

function bodyTest(bind: Bind, json: string, { path, operator, value }: TermOf<'body'>): string {
  const at = bind(pathText(path));
  const type = `json_type(${json}, ${at})`;
  const text = textTest(bind, `(${json} ->> ${at})`, operator, bodyValueText(value));
  const asText = `(${type} = 'text' AND ${text})`;
  if (typeof value === 'string') return jsonTest(json, asText);
  const asValue = isWrittenNumber(value)
    ? numberTest(bind, json, at, '=', value)
    : `${type} = ${bind(String(value))}`;
  return jsonTest(json, `((${asValue}) OR ${asText})`);
}

const bodyNumberTest = (
  bind: Bind,
  json: string,
  { path, operator, value }: TermOf<'bodyNumber'>,
): string => jsonTest(json, `(${numberTest(bind, json, bind(pathText(path)), operator, value)})`);

/**
 * Matches URLs already attempted, or the first URLs of a waiting delivery, which has no webhooks
 * yet.
 */
function urlTest(
  bind: Bind,
  entities: NamedEntities,
  operator: TextOperator,
  text: string,
): string {
  const ids = entities.destinations
    .filter(({ urls }) => urls.some((url) => textMatches(operator, text, url)))
    .map(({ id }) => id);
  return `(EXISTS (SELECT 1 FROM json_each(d.webhooks) AS w
      WHERE ${textTest(bind, "(w.value ->> 'url')", operator, text)})
    OR (d.state IN ('waiting', 'paused') AND ${within(bind, 'd.destination_id', ids)}))`;
}

const idsNamed = (
  entities: NamedEntities['sources'],
  operator: TextOperator,
  text: string,
): readonly string[] =>
  entities.filter((entity) => isNamed(operator, text, entity)).map(({ id }) => id);

/** A condition on `messages AS m`. */
function messageTextTest(
  bind: Bind,
  entities: NamedEntities,
  field: 'event' | 'user' | 'source',
  operator: TextOperator,
  text: string,
): string {
  switch (field) {
    case 'event':
      return textTest(bind, 'm.label', operator, text);
    case 'user':
      return ['m.user_id', 'm.anonymous_id']
        .map((column) => `ifnull(${textTest(bind, column, operator, text)}, 0)`)
        .join(' OR ');
    case 'source':
      return within(bind, 'm.source_id', idsNamed(entities.sources, operator, text));
  }
}

function textFieldTest(
  bind: Bind,
  entities: NamedEntities,
  field: TextField,
  operator: TextOperator,
  text: string,
): string {
  switch (field) {
    case 'event':
    case 'user':
    case 'source':
      return messageTest(messageTextTest(bind, entities, field, operator, text));
    case 'destination':
      return within(bind, 'd.destination_id', idsNamed(entities.destinations, operator, text));
    case 'url':
      return urlTest(bind, entities, operator, text);
  }
}

/** A number in the template is the position of the value in the attempt's own array (see header-templates.ts). */
const headerTest = (bind: Bind, name: string, operator: TextOperator, text: string): string =>
  `EXISTS (SELECT 1 FROM attempts AS a
    LEFT JOIN header_templates ON header_templates.id = iif(json_type(a.request_headers, '$[0]') = 'integer', a.request_headers ->> 0, NULL)
    CROSS JOIN json_each(ifnull(header_templates.lines, a.request_headers)) AS h
    WHERE a.delivery_id = d.id AND lower(h.value ->> 0) = ${bind(name)}
      AND ${textTest(bind, headerValue, operator, text)})`;

const headerValue = `iif(json_type(h.value, '$[1]') = 'integer',
  a.request_headers ->> (h.value ->> 1), h.value ->> 1)`;

function outcomeTest(bind: Bind, outcome: AttemptOutcome): string {
  if (outcome === 'accepted') return '(d.attempts > 0 AND d.last_code IS NULL)';
  const codes = AttemptCode.options.filter((code) => outcomeOf(code) === outcome);
  return `ifnull(${within(bind, 'd.last_code', codes)}, 0)`;
}

/** Matches the text as is and with the escaping of JSON. */
function textInJson(bind: Bind, json: string, text: string): string {
  const variants = [...new Set([text, JSON.stringify(text).slice(1, -1)])];
  return `(${variants.map((variant) => textTest(bind, json, ':', variant)).join(' OR ')})`;
}

function messageAnywhereTest(bind: Bind, entities: NamedEntities, text: string): string {
  const columns = ['m.label', 'm.message_id', 'm.user_id', 'm.anonymous_id'];
  const columnTests = columns.map((column) => `ifnull(${textTest(bind, column, ':', text)}, 0)`);
  const source = within(bind, 'm.source_id', idsNamed(entities.sources, ':', text));
  return `${columnTests.join(' OR ')} OR ${source}`;
}

const destinationTest = (bind: Bind, entities: NamedEntities, text: string): string =>
  within(bind, 'd.destination_id', idsNamed(entities.destinations, ':', text));

const anywhereTest = (bind: Bind, entities: NamedEntities, text: string): string =>
  `(${destinationTest(bind, entities, text)}
    OR ${messageTest(messageAnywhereTest(bind, entities, text))}
    OR ${deliveredBodyTest(textInJson(bind, body, text))})`;

const originTest = (bind: Bind, table: 'd' | 'm', { origin, id }: TermOf<'origin'>): string =>
  [
    origin === 'sdk' ? `${table}.origin IS NULL` : `ifnull(${table}.origin = ${bind(origin)}, 0)`,
    ...(id === null ? [] : [`ifnull(${table}.origin_id = ${bind(id)}, 0)`]),
  ].join(' AND ');

function ageTest(
  bind: Bind,
  entities: NamedEntities,
  column: string,
  { operator, ageMs }: TermOf<'age'>,
): string {
  const clock = bind(entities.now);
  // Rows created ahead of the current clock have no age.
  return `(${column} <= ${clock} AND ${clock} - ${column} ${orders[operator]} ${bind(ageMs)})`;
}

function termTest(bind: Bind, entities: NamedEntities, term: Term): string {
  switch (term.kind) {
    case 'type':
      return messageTest(`m.type = ${bind(term.type)}`);
    case 'state':
      return `d.state = ${bind(term.state)}`;
    case 'reason':
      return `ifnull(d.reason = ${bind(term.reason)}, 0)`;
    case 'origin':
      return originTest(bind, 'd', term);
    case 'warning':
      return 'd.number_precision <> 0';
    case 'outcome':
      return outcomeTest(bind, term.outcome);
    case 'code':
      return `ifnull(d.last_code = ${bind(term.code)}, 0)`;
    case 'text':
      return textFieldTest(bind, entities, term.field, term.operator, term.text);
    case 'number':
      return term.field === 'attempts'
        ? `d.attempts ${orders[term.operator]} ${bind(term.number)}`
        : `ifnull(d.last_status ${orders[term.operator]} ${bind(term.number)}, 0)`;
    case 'age':
      return ageTest(bind, entities, 'd.created_at', term);
    case 'created':
      return `d.created_at ${orders[term.operator]} ${bind(term.at)}`;
    case 'attempted':
      return `ifnull((SELECT max(a.started_at) FROM attempts AS a WHERE a.delivery_id = d.id)
        ${orders[term.operator]} ${bind(term.at)}, 0)`;
    case 'header':
      return headerTest(bind, term.name, term.operator, term.text);
    case 'body':
      return deliveredBodyTest(bodyTest(bind, body, term));
    case 'bodyNumber':
      return deliveredBodyTest(bodyNumberTest(bind, body, term));
    case 'anywhere':
      return anywhereTest(bind, entities, term.text);
  }
}

const anyDelivery = (test: string): string =>
  `EXISTS (SELECT 1 FROM deliveries AS d INDEXED BY deliveries_of_message
    WHERE d.message_row_id = m.id AND ${test})`;

/** Whether a term matches messages without a delivery: an unrouted one is not sent, for that reason. */
const matchesUnrouted = (term: Term): boolean =>
  (term.kind === 'state' && term.state === 'not_sent') ||
  (term.kind === 'reason' && term.reason === 'unrouted');

/** A condition on `messages AS m`, read from the message itself where it has the value. */
function messageTermTest(bind: Bind, entities: NamedEntities, term: Term): string {
  switch (term.kind) {
    case 'type':
      return `m.type = ${bind(term.type)}`;
    case 'text':
      return term.field === 'destination' || term.field === 'url'
        ? anyDelivery(textFieldTest(bind, entities, term.field, term.operator, term.text))
        : `(${messageTextTest(bind, entities, term.field, term.operator, term.text)})`;
    case 'origin':
      return `(${originTest(bind, 'm', term)})`;
    case 'age':
      return ageTest(bind, entities, 'm.received_at', term);
    case 'created':
      return `m.received_at ${orders[term.operator]} ${bind(term.at)}`;
    case 'body':
      return `ifnull(${bodyTest(bind, messageBody, term)}, 0)`;
    case 'bodyNumber':
      return `ifnull(${bodyNumberTest(bind, messageBody, term)}, 0)`;
    case 'anywhere':
      return `(${messageAnywhereTest(bind, entities, term.text)}
        OR ${textInJson(bind, messageBody, term.text)}
        OR ${anyDelivery(destinationTest(bind, entities, term.text))})`;
    default: {
      const ofDelivery = anyDelivery(`(${termTest(bind, entities, term)})`);
      return matchesUnrouted(term) ? `(m.outcome = 'unrouted' OR ${ofDelivery})` : ofDelivery;
    }
  }
}

/** Cost of a term, from columns of the row to every sent header. */
function costOf(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return Math.max(0, ...filter.parts.map(costOf));
    case 'not':
      return costOf(filter.part);
    case 'type':
      return 1;
    case 'text':
      return { destination: 0, event: 1, user: 1, source: 1, url: 2 }[filter.field];
    case 'attempted':
      return 2;
    case 'body':
    case 'bodyNumber':
      return 3;
    case 'header':
      return 4;
    case 'anywhere':
      return 5;
    default:
      return 0;
  }
}

/**
 * Whether the delivery's row is sufficient. Takes a few microseconds at most, regardless of the
 * number of terms.
 */
export const isDecidedByRow = (filter: Filter): boolean => costOf(filter) === 0;

type TestTerm = (term: Term) => string;

function test(testTerm: TestTerm, filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      if (filter.parts.length === 0) return '1';
      // Cheap terms come first so that expensive ones are often skipped.
      const parts = [...filter.parts].sort((a, b) => costOf(a) - costOf(b));
      const operator = filter.kind === 'and' ? ' AND ' : ' OR ';
      return `(${parts.map((part) => test(testTerm, part)).join(operator)})`;
    }
    case 'not':
      return `NOT (${test(testTerm, filter.part)})`;
    default:
      return testTerm(filter);
  }
}

export function conditionOf(
  filter: Filter,
  entities: NamedEntities,
  listed: Listed = 'deliveries',
): Condition {
  const parameters: Record<string, string | number> = {};
  const bind: Bind = (value) => {
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `@${name}`;
  };
  const testOf = listed === 'deliveries' ? termTest : messageTermTest;
  return { sql: test((term) => testOf(bind, entities, term), filter), parameters };
}
