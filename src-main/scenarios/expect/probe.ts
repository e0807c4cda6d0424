/** `probe`: the state of a server, read during the run and at its end. */

import { hasPlaceholders } from '#shared/certification/message-url.ts';
import { createMatcher, valueAt } from '#shared/filter/match.ts';
import { readBodyPath } from '#shared/filter/term.ts';
import { differenceOf, shownWith, valueProblem } from '#shared/kit/body-pattern.ts';
import { formatOffset } from '#shared/kit/duration.ts';
import { compareNumbers, type ExactNumber, isJsonNumber } from '#shared/kit/exact-json.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import { matchesPattern, patternBudget } from '#shared/kit/linear-pattern.ts';
import type { Probe } from '#shared/scenarios/schema/expectation.ts';
import type { InconclusiveReason } from '#shared/scenarios/schema/report.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { HistoryIndex, MessageRecord } from '../history/history-index.ts';
import { parseBody, subjectReaders } from '../history/readers.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt, undecidedAt } from './outcome.ts';
import { filterOf } from './plan.ts';
import { startOf } from './select.ts';

/** The state of a server at a moment. */
export interface Reading {
  /** Virtual time, in milliseconds since the start. */
  readonly at: number;
  readonly url: string;
  /** The message that it is about, or that was sent before; null if there is none. */
  readonly message: MessageRecord | null;
  /** The body of a 2xx; a problem if there is none. */
  readonly response: { readonly text: string } | { readonly problem: string };
}

/**
 * Reads each target until it is as expected, and all of them once more when further side effects would have shown; or until
 * the time is over. What is final is not read again.
 */
export type ReadAll = <Target, Read>(
  targets: readonly Target[],
  how: {
    readonly server: string;
    readonly read: (target: Target) => Promise<Read>;
    readonly isExpected: (reading: Read) => boolean;
    readonly isFinal: (reading: Read) => boolean;
    readonly stateOf: (reading: Read) => unknown;
  },
  over: AbortSignal,
) => Promise<readonly Read[]>;

/** How the state of servers is read. */
export interface StateReader {
  /** Those of the run so far, and whether there are more than may be read. */
  readonly during: (probe: Probe) => {
    readonly readings: readonly Reading[];
    readonly isLimited: boolean;
  };
  /** With the values of a message. Throws if it has no value for a placeholder. */
  readonly urlOf: (probe: Probe, message: MessageRecord | null) => string;
  readonly read: (url: string, message: MessageRecord | null) => Promise<Reading>;
  readonly readAll: ReadAll;
  /** Takes the value of the run without disturbances, by message ID if there is one for each; null: it is another run. */
  readonly undisturbed: ((probe: Probe, value: JsonValue) => void) | null;
}

/** Why a reading is not as expected. */
interface Mismatch {
  readonly reading: Reading;
  readonly text: string;
  /** Null if it is decided. */
  readonly undecided: InconclusiveReason['code'] | null;
}

/** What a response has at the field of a probe. */
interface Found {
  readonly path: string;
  readonly value: unknown;
  /** As text; null if it is absent. */
  readonly text: string | null;
  /** An object or list as received, which may have spaces and escapes; null for anything else. */
  readonly received: string | null;
}

function foundIn(text: string, { field }: Probe): Found {
  const parsed = parseBody(text);
  const body = parsed === undefined ? text : parsed;
  const fieldPath = field === null ? null : readBodyPath(`.${field}`);
  const textOf = (value: unknown): string | null =>
    (typeof value === 'string' ? value : JSON.stringify(value)) ?? null;
  if (fieldPath === null)
    return {
      ...{ path: 'response', value: body, text: textOf(body) },
      received: typeof body === 'string' ? null : text,
    };
  const value = valueAt(body, fieldPath);
  return { path: `response.${field}`, value, text: textOf(value), received: null };
}

/** As text; null if there is none. */
export const valueIn = ({ response }: Pick<Reading, 'response'>, probe: Probe): string | null =>
  'text' in response ? foundIn(response.text, probe).text : null;

type Problem = Pick<Mismatch, 'text' | 'undecided'>;

function containsProblem(
  expected: JsonValue,
  { path, value, text, received }: Found,
  redact: RedactSecrets,
): Problem | null {
  const show = shownWith(redact);
  const decided = (what: string): Problem => ({ text: what, undecided: null });
  if (Array.isArray(value)) {
    const undecided = { text: `${path} has a value that is too long for its pattern` };
    for (const item of Array.isArray(expected) ? expected : [expected]) {
      const problems = value.map((one) => valueProblem(item, one, path));
      if (problems.includes(null)) continue;
      return problems.some((problem) => problem?.isUndecided)
        ? { ...undecided, undecided: 'pattern_limit' }
        : decided(`${path} is ${show(value)}, without ${show(item)}`);
    }
    return null;
  }
  if (typeof expected === 'string')
    return [text, received].some((one) => one?.includes(expected))
      ? null
      : decided(`${path} is ${show(value)}, without ${show(expected)}`);
  const problem = valueProblem(expected, value, path);
  return (
    problem && {
      text: problem.text(redact),
      undecided: problem.isUndecided ? 'pattern_limit' : null,
    }
  );
}

function matchesProblem(
  pattern: string,
  { path, value, text, received }: Found,
  redact: RedactSecrets,
): Problem | null {
  const texts = new Set([text, received].filter((one) => one !== null));
  const matches = [...texts].map((one) => matchesPattern(pattern, one, patternBudget()));
  const isMatch = matches.includes(true) || (matches.includes(null) ? null : false);
  if (isMatch === null)
    return { text: `${path} is too long for its pattern`, undecided: 'pattern_limit' };
  return isMatch
    ? null
    : {
        text: `${path} is ${shownWith(redact)(value)}, not a match of /${pattern}/`,
        undecided: null,
      };
}

/** What the value of a response equals; undefined if nothing is expected. */
function equalsOf(
  { equals, asUndisturbed }: Probe,
  message: MessageRecord | null,
): JsonValue | undefined {
  if (typeof asUndisturbed !== 'object') return equals;
  const id = message?.event.messageId ?? '';
  // Disturbances may add messages.
  return Object.hasOwn(asUndisturbed, id) ? asUndisturbed[id] : undefined;
}

/** Null if a response is as expected. */
function problemOf(
  text: string,
  message: MessageRecord | null,
  probe: Probe,
  redact: RedactSecrets,
): Problem | null {
  const { contains, matches } = probe;
  const equals = equalsOf(probe, message);
  const found = foundIn(text, probe);
  const difference = equals === undefined ? null : differenceOf(equals, found.value, found.path);
  if (difference !== null) return { text: difference.text(redact), undecided: null };
  return (
    (contains === undefined ? null : containsProblem(contains, found, redact)) ??
    (matches === null ? null : matchesProblem(matches, found, redact))
  );
}

/** Whether the value that is asked for can be in it. */
const isReadable = (response: Reading['response'], { field }: Probe): boolean =>
  'text' in response && (field === null || parseBody(response.text) !== undefined);

function mismatchOf(reading: Reading, probe: Probe, redact: RedactSecrets): Mismatch | null {
  const { response } = reading;
  if ('problem' in response) return { reading, text: response.problem, undecided: 'probe_failed' };
  if (!isReadable(response, probe))
    return { reading, text: 'the response is not JSON', undecided: 'probe_failed' };
  const problem = problemOf(response.text, reading.message, probe, redact);
  return problem && { reading, ...problem };
}

const maxShown = 80;

/** Nothing is cut: a part of a secret would not be found. */
function valueText(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > maxShown ? 'a given value' : text;
}

// `monotonic`: each value compared with the one before it.

/** Null if it is neither a number nor a time. */
function amountOf(value: unknown): number | ExactNumber | null {
  if (isJsonNumber(value)) return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:T|$)/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}

function orderMismatch(
  readings: readonly Reading[],
  probe: Probe,
  redact: RedactSecrets,
): Mismatch | null {
  const { monotonic } = probe;
  if (monotonic === null) return null;
  const show = shownWith(redact);
  const expected = `expected to go ${monotonic}`;
  let before: { readonly value: unknown; readonly amount: number | ExactNumber } | null = null;
  for (const reading of readings) {
    const { response } = reading;
    if ('problem' in response) continue;
    const { path, value } = foundIn(response.text, probe);
    if (value === undefined || value === null) continue;
    const amount = amountOf(value);
    const mismatch = (text: string): Mismatch => ({ reading, undecided: null, text });
    const isOther = before !== null && isJsonNumber(before.value) !== isJsonNumber(value);
    if (amount === null || isOther)
      return mismatch(`${path} is ${show(value)}, ${expected} as numbers or times`);
    const change = before === null ? 0 : compareNumbers(amount, before.amount);
    if (monotonic === 'up' ? change < 0 : change > 0)
      return mismatch(`${path} is ${show(value)} after ${show(before?.value)}, ${expected}`);
    before = { value, amount };
  }
  const last = readings.findLast(({ response }) => isReadable(response, probe));
  return before !== null || last === undefined
    ? null
    : { reading: last, undecided: null, text: `there is no value, ${expected}` };
}

/** Such as `orders /users/u1 equals {"total":5}`. */
export function probeText({ server, url, field, holds, ...probe }: Probe): string {
  const path = /^[^:]*:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] ?? url;
  const { equals, contains, matches, monotonic, asUndisturbed } = probe;
  return [
    ...(holds === 'at end' ? [] : [holds]),
    `${server} ${path}`,
    ...(field === null ? [] : [field]),
    ...(equals === undefined ? [] : [`equals ${valueText(equals)}`]),
    ...(contains === undefined ? [] : [`contains ${valueText(contains)}`]),
    ...(matches === null ? [] : [`matches /${matches}/`]),
    ...(monotonic === null ? [] : [`monotonic ${monotonic}`]),
    ...(asUndisturbed === false ? [] : ['as without disturbances']),
  ].join(' ');
}

/** What decides one URL; null if it holds. A mismatch that is decided comes before one that is not. */
function decidingOf(
  readings: readonly Reading[],
  probe: Probe,
  redact: RedactSecrets,
): Mismatch | null {
  const mismatches = readings.map((reading) => mismatchOf(reading, probe, redact));
  const undecided = mismatches.find((one) => one?.undecided != null) ?? null;
  const decided = mismatches.filter((one) => one?.undecided === null);
  switch (probe.holds) {
    case 'at end':
      return mismatches.at(-1) ?? null;
    case 'eventually':
      return mismatches.includes(null) ? null : (undecided ?? decided.at(-1) ?? null);
    case 'always':
      return decided[0] ?? orderMismatch(readings, probe, redact) ?? undecided;
    case 'never': {
      const held = readings.find((_, index) => mismatches[index] === null);
      return held === undefined ? undecided : { reading: held, text: 'it holds', undecided: null };
    }
  }
}

const momentText = ({ at, message }: Reading): string =>
  `at ${formatOffset(at)}${message === null ? '' : ` for ${message.event.messageId}`}`;

/** While a run goes on. */
export const maxReadings = 1_000;

const limitText = `the state was to be read more than ${formatCount(maxReadings)} times. Select fewer messages, or use a shorter scenario.`;

const unreadText =
  'nothing was read in this period, because no attempt to the server ended then. Use a longer period.';

/** The messages whose URLs are read. */
function messagesOf(
  { filter }: Probe,
  history: HistoryIndex,
  facts: RunFacts,
): readonly MessageRecord[] {
  const isSelected = createMatcher(filterOf(filter, 'messages'), subjectReaders.messages, facts);
  return [...history.messages.values()].filter(isSelected);
}

/** How a state is read at the end of a run: with `always` and `never`, also when further side effects would have shown. */
function endOf(
  holds: Probe['holds'],
  isExpected: (reading: Reading) => boolean,
): { readonly [part in 'isExpected' | 'isFinal']: (reading: Reading) => boolean } {
  const [yes, no] = [() => true, () => false];
  switch (holds) {
    case 'at end':
      return { isExpected, isFinal: no };
    case 'eventually':
      return { isExpected, isFinal: isExpected };
    case 'always':
      return { isExpected: yes, isFinal: (reading) => !isExpected(reading) };
    case 'never':
      return { isExpected: yes, isFinal: isExpected };
  }
}

/** Why `asUndisturbed` can't be decided. */
export const onlyExplored =
  'asUndisturbed compares with the run without disturbances. Use hookwright explore, or equals.';

/** Takes the value that other runs are compared with, once it stays the same. */
async function evaluateUndisturbed(
  probe: Probe,
  history: HistoryIndex,
  facts: RunFacts,
  { read, readAll, undisturbed, urlOf }: StateReader,
): Promise<Outcome> {
  const { now } = facts;
  const expected = probeText(probe);
  if (undisturbed === null) return undecidedAt(now, 'not_explored', expected, onlyExplored);
  const isOfMessages = hasPlaceholders(probe.url);
  const messages = isOfMessages ? messagesOf(probe, history, facts) : [null];
  if (messages.length === 0) return failedAt(now, { expected, found: '0 messages' });
  const before = new Map<MessageRecord | null, string>();
  const readings = await readAll(
    messages,
    {
      server: probe.server,
      async read(message) {
        const reading = await read(urlOf(probe, message), message);
        const text = valueIn(reading, probe);
        const isSame = text !== null && text === before.get(message);
        if (text !== null) before.set(message, text);
        return { reading, isSame };
      },
      isExpected: ({ isSame }) => isSame,
      isFinal: () => false,
      stateOf: ({ reading }) => valueIn(reading, probe),
    },
    AbortSignal.timeout(probe.timeoutMs),
  );
  const values: Record<string, JsonValue> = {};
  for (const {
    reading: { url, message, response },
  } of readings) {
    const value = 'text' in response ? foundIn(response.text, probe).value : undefined;
    if (value === undefined) {
      const problem = 'problem' in response ? response.problem : 'there is no value';
      return undecidedAt(now, 'probe_failed', expected, `GET ${url}: ${problem}`);
    }
    values[message?.event.messageId ?? ''] = value as JsonValue;
  }
  undisturbed(probe, isOfMessages ? values : (values[''] as JsonValue));
  return passedAt(now);
}

export async function evaluateProbe(
  probe: Probe,
  history: HistoryIndex,
  facts: RunFacts,
  state: StateReader,
  redact: RedactSecrets,
): Promise<Outcome> {
  if (probe.asUndisturbed === true) return evaluateUndisturbed(probe, history, facts, state);
  const { holds, withinMs, untilMs, since, timeoutMs } = probe;
  const expected = probeText(probe);
  if (since !== null && !history.steps.has(since))
    return failedAt(facts.now, { expected, found: `the step ${since} did not start` });
  const isOfMessages = hasPlaceholders(probe.url);
  const messages = isOfMessages ? messagesOf(probe, history, facts) : [null];
  if (messages.length === 0) return failedAt(facts.now, { expected, found: '0 messages' });
  const from = startOf(probe, history);
  /** `within` counts from the acceptance of the message that a URL is for. */
  function untilOf(message: MessageRecord | null): number {
    const start = isOfMessages && message !== null ? Math.max(from, message.event.at) : from;
    const end = withinMs === null ? Number.POSITIVE_INFINITY : start + withinMs + 1;
    return Math.min(untilMs ?? Number.POSITIVE_INFINITY, end);
  }
  const isExpected = (reading: Reading): boolean => mismatchOf(reading, probe, redact) === null;
  const isInPeriod = ({ at, message }: Pick<Reading, 'at' | 'message'>): boolean =>
    at >= from && at < untilOf(message);
  const { readings, isLimited } = state.during(probe);
  const byUrl = Map.groupBy(readings.filter(isInPeriod), ({ url }) => url);
  const targets = new Map(messages.map((message) => [state.urlOf(probe, message), message]));
  const hasHeld = (url: string): boolean =>
    holds === 'eventually' && (byUrl.get(url) ?? []).some(isExpected);
  const open = [...targets].filter(
    ([url, message]) => isInPeriod({ at: facts.now, message }) && !hasHeld(url),
  );
  if (open.length > 0)
    await state.readAll(
      open,
      {
        server: probe.server,
        async read([url, message]) {
          const reading = await state.read(url, message);
          byUrl.set(url, [...(byUrl.get(url) ?? []), reading]);
          return reading;
        },
        ...endOf(holds, isExpected),
        stateOf: (reading) => valueIn(reading, probe),
      },
      AbortSignal.timeout(timeoutMs),
    );
  const deciding = [...byUrl.values()].flatMap((ofUrl) => decidingOf(ofUrl, probe, redact) ?? []);
  const failed = deciding.find(({ undecided }) => undecided === null);
  const isWatched = holds === 'always' || holds === 'never';
  const isUnread = isWatched
    ? byUrl.size === 0
    : [...targets.keys()].some((url) => !byUrl.has(url));
  const mayDiffer = holds === 'eventually' ? deciding.length > 0 || isUnread : failed === undefined;
  if (isLimited && mayDiffer) return undecidedAt(facts.now, 'probe_limit', expected, limitText);
  if (isUnread && failed === undefined)
    return undecidedAt(facts.now, 'probe_unread', expected, unreadText);
  const [first] = failed === undefined ? deciding : [failed];
  if (first === undefined) return passedAt(facts.now);
  const { reading, text, undecided } = first;
  const found = `GET ${reading.url} ${momentText(reading)}: ${text}`;
  return undecided === null
    ? failedAt(reading.at, { expected, found, about: reading.message })
    : undecidedAt(facts.now, undecided, expected, found);
}
