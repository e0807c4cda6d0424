/** `probe`: the state of a server, read during the run and at its end. */

import { hasPlaceholders } from '#shared/certification/message-url.ts';
import { createMatcher } from '#shared/filter/match.ts';
import { formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import type { Probe } from '#shared/scenarios/schema/expectation.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { HistoryIndex, MessageRecord } from '../history/history-index.ts';
import { subjectReaders } from '../history/readers.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt, undecidedAt } from './outcome.ts';
import { filterOf } from './plan.ts';
import {
  foundIn,
  type Mismatch,
  mismatchOf,
  orderMismatch,
  type Reading,
  valueIn,
} from './reading.ts';
import { startOf } from './select.ts';

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

const maxShown = 80;

/** Nothing is cut: a part of a secret would not be found. */
function valueText(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > maxShown ? 'a given value' : text;
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
