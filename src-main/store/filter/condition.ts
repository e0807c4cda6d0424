/**
 * Translates a filter into a SQL condition on `deliveries AS d`, or on `messages AS m`. All values are
 * bound. A condition is NULL or 0 if it doesn't match, as SQL's AND, OR and WHERE treat both alike.
 */
import type { Database } from 'better-sqlite3';
import { isThisMachine } from '#main/kit/own-endpoints.ts';
import { AttemptCode, outcomeOf } from '#shared/deliveries/delivery.ts';
import {
  type Filter,
  fieldNameOf,
  foldCase,
  isNamed,
  type NamedEntity,
  originParts,
  type RowRange,
  rangesOf,
  type Term,
  type TextOperator,
  termsOf,
  textMatches,
} from '#shared/filter/filter.ts';
import { bodyTermMatches } from '#shared/filter/match.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { mockNameIn } from '#shared/mocks/mock.ts';

/** Filter terms that are not columns of deliveries. */
export interface NamedEntities {
  /** Includes deleted ones, because their deliveries still exist. */
  readonly sources: readonly NamedEntity[];
  readonly destinations: readonly (NamedEntity & {
    /** Current webhook URLs. */
    readonly urls: readonly string[];
  })[];
  /** Names of mock endpoints. */
  readonly endpoints: readonly string[];
  /** The numbers of the messages of deliveries. */
  readonly messageRowsOf: (deliveries: readonly RowRange[]) => readonly number[];
  readonly now: number;
}

export interface Condition {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Of the parameters that are lists of rows. */
  readonly rowRanges: Readonly<Record<string, readonly RowRange[]>>;
}

/** The rows a filter selects. A message matches a term about deliveries if one of its own does. */
export type Listed = 'deliveries' | 'messages';

type TermOf<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;
type FieldTerm<Name> = Extract<Term, { field: Name } | { kind: Name }>;
type TextTest = Pick<TermOf<'text'>, 'operator' | 'value'>;

type Bind = (value: string | number) => string;

interface Context extends NamedEntities {
  readonly bind: Bind;
  /** Binds the rows of these deliveries, or of their messages, as one list. */
  readonly bindRows: (deliveries: readonly RowRange[]) => string;
}

/** The condition of a term. */
type Test<OneTerm> = (term: OneTerm, context: Context) => string;

const or = (tests: readonly string[]): string => `(${tests.join(' OR ')})`;

const textTest = (bind: Bind, expression: string, operator: TextOperator, text: string): string =>
  operator === '='
    ? `${expression} = ${bind(text)}`
    : `instr(lower(${expression}), ${bind(foldCase(text))}) > 0`;

/** One list: SQLite limits the depth of an expression, not the length of a list. */
const inList = (expression: string, parameter: string): string =>
  `${expression} IN (SELECT value FROM json_each(${parameter}))`;

/** Binds a list, such as IDs, as a single parameter of any length. */
const within = (bind: Bind, expression: string, values: readonly (string | number)[]): string =>
  inList(expression, bind(JSON.stringify(values)));

/** Compares columns, or other values of the row; one match is enough. */
const column =
  (...expressions: readonly string[]): Test<TermOf<'choice' | 'text' | 'number'>> =>
  (term, { bind }) =>
    or(
      expressions.map((expression) => {
        if (term.kind === 'text') return textTest(bind, expression, term.operator, term.value);
        const operator = term.kind === 'choice' ? '=' : term.operator;
        return `${expression} ${operator} ${bind(term.value)}`;
      }),
    );

/** Compares the name of a source or destination, or its ID. */
const named =
  (expression: string, kind: 'sources' | 'destinations'): Test<TextTest> =>
  ({ operator, value }, context) => {
    const found = context[kind].filter((entity) => isNamed(operator, value, entity));
    return within(
      context.bind,
      expression,
      found.map(({ id }) => id),
    );
  };

const source = named('m.source_id', 'sources');
const destination = named('d.destination_id', 'destinations');

const origin =
  (table: 'd' | 'm'): Test<FieldTerm<'origin'>> =>
  ({ value }, { bind }) => {
    const [kind, id] = originParts(value);
    if (kind === 'sdk') return `${table}.origin IS NULL`;
    const ofKind = `${table}.origin = ${bind(kind)}`;
    return id === null ? ofKind : `(${ofKind} AND ${table}.origin_id = ${bind(id)})`;
  };

const age =
  (createdAt: string): Test<FieldTerm<'age'>> =>
  ({ operator, value }, { bind, now }) => {
    const clock = bind(now);
    // Rows created ahead of the current clock have no age.
    return `(${createdAt} <= ${clock} AND ${clock} - ${createdAt} ${operator} ${bind(value)})`;
  };

const outcome: Test<FieldTerm<'outcome'>> = ({ value }, { bind }) => {
  if (value === 'accepted') return '(d.attempts > 0 AND d.last_code IS NULL)';
  const codes = AttemptCode.options.filter((code) => outcomeOf(code) === value);
  return within(bind, 'd.last_code', codes);
};

/**
 * Matches URLs already attempted, or the first URLs of a waiting delivery, which has no webhooks
 * yet.
 */
function anyUrl(
  { bind, destinations }: Context,
  sqlTest: (url: string) => string,
  matches: (url: string) => boolean,
): string {
  const ids = destinations.filter(({ urls }) => urls.some(matches)).map(({ id }) => id);
  return `(EXISTS (SELECT 1 FROM json_each(d.webhooks) AS w WHERE ${sqlTest("(w.value ->> 'url')")})
    OR (d.state IN ('waiting', 'paused') AND ${within(bind, 'd.destination_id', ids)}))`;
}

const url: Test<FieldTerm<'url'>> = ({ operator, value }, context) =>
  anyUrl(
    context,
    (one) => textTest(context.bind, one, operator, value),
    (one) => textMatches(operator, value, one),
  );

/** Keeps the result for the latest text: several terms test one body, and one term tests many. */
function ofLatest<Result>(read: (text: string) => Result): (text: string) => Result {
  let latest: { readonly text: string; readonly result: Result } | null = null;
  return (text) => {
    if (latest?.text !== text) latest = { text, result: read(text) };
    return latest.result;
  };
}

const isOwnHost = ofLatest(isThisMachine);

/** Other machines have such paths, too. The host is read last, since most URLs are decided by the path. */
function mockNameOf(webhookUrl: string): string | null {
  const name = mockNameIn(webhookUrl.replace(/^https?:\/\/[^/?#]*/i, ''));
  return name === null || isOwnHost(URL.parse(webhookUrl)?.hostname ?? '') ? name : null;
}

/** By the name in its URL, since its port may have changed, and a path may follow. */
const endpoint: Test<FieldTerm<'endpoint'>> = ({ operator, value }, context) => {
  const names = context.endpoints.filter((name) => textMatches(operator, value, name));
  return anyUrl(
    context,
    (one) => within(context.bind, `mock_name(${one})`, names),
    (one) => names.includes(mockNameOf(one) ?? ''),
  );
};

const rows =
  (expression: string): Test<TermOf<'rows'>> =>
  ({ ranges }, { bindRows }) =>
    inList(expression, bindRows(ranges));

/** A number in the template is the position of the value in the attempt's own array (see header-templates.ts). */
const header: Test<TermOf<'header'>> = ({ name, operator, value }, { bind }) =>
  `EXISTS (SELECT 1 FROM attempts AS a
    LEFT JOIN header_templates ON header_templates.id = iif(json_type(a.request_headers, '$[0]') = 'integer', a.request_headers ->> 0, NULL)
    CROSS JOIN json_each(ifnull(header_templates.lines, a.request_headers)) AS h
    WHERE a.delivery_id = d.id AND lower(h.value ->> 0) = ${bind(name)}
      AND ${textTest(bind, headerValue, operator, value)})`;

const headerValue = `iif(json_type(h.value, '$[1]') = 'integer',
  a.request_headers ->> (h.value ->> 1), h.value ->> 1)`;

// Bodies.

/** The body of a delivery. */
const deliveredBody = 'CAST(b.bytes AS TEXT)';
/** The normalized message, before it is formatted for a destination. */
const messageBody = 'm.normalized';

const inDeliveredBody = (test: string): string =>
  `EXISTS (SELECT 1 FROM bodies AS b WHERE b.id = d.body_id AND ${test})`;

/** A body that isn't JSON has no values. */
function parsedBody(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/**
 * Adds the function that reads the name of a mock endpoint, and the one that tests a body as in a scenario. Those of
 * SQLite read JSON differently: they find the first of equal keys, end a key at a NUL, and round long numbers.
 */
export function addFilterFunctions(db: Database): void {
  db.function('mock_name', { deterministic: true }, mockNameOf);
  const bodyOf = ofLatest(parsedBody);
  const termOf = ofLatest((text) => JSON.parse(text) as TermOf<'body'>);
  db.function('body_matches', { deterministic: true }, (body: string, term: string) =>
    Number(bodyTermMatches(termOf(term), bodyOf(body))),
  );
}

/** Most bodies are not parsed: a text is either written as it is or has escapes. */
const inJson =
  (json: string): Test<TermOf<'body'>> =>
  (term, { bind }) => {
    const matches = `body_matches(${json}, ${bind(JSON.stringify(term))})`;
    if (typeof term.value !== 'string') return matches;
    const text = textTest(bind, json, ':', term.value);
    return `((${text} OR instr(${json}, '\\') > 0) AND ${matches})`;
  };

/** Matches the text as is and with the escaping of JSON. */
function textInJson(bind: Bind, json: string, text: string): string {
  const variants = [...new Set([text, JSON.stringify(text).slice(1, -1)])];
  return or(variants.map((variant) => textTest(bind, json, ':', variant)));
}

/** Text in columns of the message, or in the name of its source. */
function textInMessage(text: TextTest, context: Context): string {
  const columns = ['m.label', 'm.message_id', 'm.user_id', 'm.anonymous_id'];
  const { operator, value } = text;
  const tests = columns.map((column) => textTest(context.bind, column, operator, value));
  return or([...tests, source(text, context)]);
}

const ofItsMessage = (test: string): string =>
  `EXISTS (SELECT 1 FROM messages AS m WHERE m.id = d.message_row_id AND ${test})`;

const ofAnyDelivery = (test: string): string =>
  `EXISTS (SELECT 1 FROM deliveries AS d INDEXED BY deliveries_of_message
    WHERE d.message_row_id = m.id AND ${test})`;

// The fields.

interface Sql<OneTerm> {
  /** From columns of the delivery's row to every sent header. */
  readonly cost: number;
  readonly deliveries: Test<OneTerm>;
  /** Reads the value from the message itself where it has it. */
  readonly messages: Test<OneTerm>;
}

/** `unrouted`: the value for messages without a delivery. */
const ofDelivery = <OneTerm extends object>(
  cost: number,
  test: Test<OneTerm>,
  unrouted?: string,
): Sql<OneTerm> => ({
  cost,
  deliveries: test,
  messages: (term, context) => {
    const found = ofAnyDelivery(test(term, context));
    return 'value' in term && term.value === unrouted
      ? `(m.outcome = 'unrouted' OR ${found})`
      : found;
  },
});

const ofMessage = <OneTerm>(cost: number, test: Test<OneTerm>): Sql<OneTerm> => ({
  cost,
  deliveries: (term, context) => ofItsMessage(test(term, context)),
  messages: test,
});

const sqlOfFields: {
  readonly [Name in ReturnType<typeof fieldNameOf<Term>>]: Sql<FieldTerm<Name>>;
} = {
  state: ofDelivery(0, column('d.state'), 'not_sent'),
  reason: ofDelivery(0, column('d.reason'), 'unrouted'),
  type: ofMessage(1, column('m.type')),
  event: ofMessage(1, column('m.label')),
  status: ofDelivery(0, column('d.last_status')),
  outcome: ofDelivery(0, outcome),
  code: ofDelivery(0, column('d.last_code')),
  attempts: ofDelivery(0, column('d.attempts')),
  id: { cost: 0, deliveries: rows('d.id'), messages: rows('m.id') },
  destination: ofDelivery(0, destination),
  source: ofMessage(1, source),
  origin: { cost: 0, deliveries: origin('d'), messages: origin('m') },
  url: ofDelivery(2, url),
  endpoint: ofDelivery(2, endpoint),
  user: ofMessage(1, column('m.user_id', 'm.anonymous_id')),
  age: { cost: 0, deliveries: age('d.created_at'), messages: age('m.received_at') },
  created: { cost: 0, deliveries: column('d.created_at'), messages: column('m.received_at') },
  attempted: ofDelivery(
    2,
    column('(SELECT max(a.started_at) FROM attempts AS a WHERE a.delivery_id = d.id)'),
  ),
  header: ofDelivery(4, header),
  body: {
    cost: 3,
    deliveries: (term, context) => inDeliveredBody(inJson(deliveredBody)(term, context)),
    messages: inJson(messageBody),
  },
  has: ofDelivery(0, () => 'd.number_precision <> 0'),
  anywhere: {
    cost: 5,
    deliveries({ value }, context) {
      const text = { operator: ':', value } as const;
      return or([
        destination(text, context),
        ofItsMessage(textInMessage(text, context)),
        inDeliveredBody(textInJson(context.bind, deliveredBody, value)),
      ]);
    },
    messages({ value }, context) {
      const text = { operator: ':', value } as const;
      return or([
        textInMessage(text, context),
        textInJson(context.bind, messageBody, value),
        ofAnyDelivery(destination(text, context)),
      ]);
    },
  },
};

const sqlOf = (term: Term): Sql<Term> => sqlOfFields[fieldNameOf(term)] as Sql<Term>;

const costOf = (filter: Filter): number =>
  Math.max(0, ...termsOf(filter).map((term) => sqlOf(term).cost));

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
      // Unlike NOT, matches NULL.
      return `(${test(testTerm, filter.part)}) IS NOT TRUE`;
    default:
      return testTerm(filter);
  }
}

/** The first of the sorted ranges that ends after a row. There may be thousands, and a call for each row. */
function firstEndingAfter(ranges: readonly RowRange[], row: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) > row) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** As JSON, the numbers of the sorted ranges between two rows (both exclusive). */
function numbersBetween(ranges: readonly RowRange[], after: number, before: number): string {
  const numbers: number[] = [];
  for (let index = firstEndingAfter(ranges, after); index < ranges.length; index += 1) {
    const [from, to] = ranges[index] ?? [before, before];
    if (from >= before) break;
    const last = Math.min(to, before - 1);
    for (let number = Math.max(from, after + 1); number <= last; number += 1) numbers.push(number);
  }
  return JSON.stringify(numbers);
}

export function conditionOf(
  filter: Filter,
  entities: NamedEntities,
  listed: Listed = 'deliveries',
): Condition {
  const parameters: Record<string, string | number> = {};
  const rowRanges: Record<string, readonly RowRange[]> = {};
  const bind: Bind = (value) => {
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `@${name}`;
  };
  const bindRows: Context['bindRows'] = (deliveries) => {
    const ranges =
      listed === 'deliveries'
        ? deliveries
        : rangesOf(entities.messageRowsOf(deliveries).map((row) => [row, row]));
    const parameter = bind(numbersBetween(ranges, 0, Number.POSITIVE_INFINITY));
    rowRanges[parameter.slice(1)] = ranges;
    return parameter;
  };
  const context = { ...entities, bind, bindRows };
  return {
    sql: test((term) => sqlOf(term)[listed](term, context), filter),
    parameters,
    rowRanges,
  };
}

/** With the numbers of rows that a statement reads: SQLite puts the whole list into a table each time. */
export const parametersBetween = (
  { parameters, rowRanges }: Condition,
  after: number,
  before: number,
): Condition['parameters'] => ({
  ...parameters,
  ...Object.fromEntries(
    Object.entries(rowRanges).map(([name, ranges]) => [
      name,
      numbersBetween(ranges, after, before),
    ]),
  ),
});
