/** What a server returned to a probe, and whether it is as expected. */

import { valueAt } from '#shared/filter/match.ts';
import { readBodyPath } from '#shared/filter/term.ts';
import { differenceOf, shownWith, valueProblem } from '#shared/kit/body-pattern.ts';
import { compareNumbers, type ExactNumber, isJsonNumber } from '#shared/kit/exact-json.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import { matchesPattern, patternBudget } from '#shared/kit/linear-pattern.ts';
import type { Probe } from '#shared/scenarios/schema/expectation.ts';
import type { InconclusiveReason } from '#shared/scenarios/schema/report.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { MessageRecord } from '../history/history-index.ts';
import { parseBody } from '../history/readers.ts';

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

/** Why a reading is not as expected. */
export interface Mismatch {
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

export function foundIn(text: string, { field }: Probe): Found {
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

export function mismatchOf(reading: Reading, probe: Probe, redact: RedactSecrets): Mismatch | null {
  const { response } = reading;
  if ('problem' in response) return { reading, text: response.problem, undecided: 'probe_failed' };
  if (!isReadable(response, probe))
    return { reading, text: 'the response is not JSON', undecided: 'probe_failed' };
  const problem = problemOf(response.text, reading.message, probe, redact);
  return problem && { reading, ...problem };
}

// `monotonic`: each value compared with the one before it.

/** Null if it is neither a number nor a time. */
function amountOf(value: unknown): number | ExactNumber | null {
  if (isJsonNumber(value)) return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:T|$)/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}

export function orderMismatch(
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
