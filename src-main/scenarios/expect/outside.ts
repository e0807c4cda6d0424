/** Expectations about more than the history: memberships, lookups in the user's system, and certifications. */

import type { CertificationReport } from '#shared/certification/receiver.ts';
import { isInconclusive, outcomeLabels } from '#shared/certification/text.ts';
import { createMatcher } from '#shared/filter/match.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import type { HistoryIndex, MessageRecord } from '../history/history-index.ts';
import { bodyOf, subjectReaders } from '../history/readers.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt, undecidedAt } from './outcome.ts';
import { filterOf, type Range } from './plan.ts';
import { is2xx } from './predicates/duration.ts';
import type { ReadAll } from './probe.ts';
import { countText, isWithin, rangeText } from './report-text.ts';

/** Whether an expectation, read or as written, asks the user's server itself. */
export const readsServer = (expectation: object): boolean =>
  'subject' in expectation
    ? expectation.subject === 'lookUp' || expectation.subject === 'probe'
    : 'lookUp' in expectation;

// `membership`: the last value that a mock endpoint accepted per user equals the membership.

/** An audience or trait: the trait that syncs set, and its value per user. */
export interface Membership {
  readonly key: string;
  readonly values: ReadonlyMap<string, JsonValue>;
}

function syncOf(body: unknown, key: string): readonly [user: string, value: unknown] | null {
  const { type, userId, traits } = Object(body) as Readonly<Record<string, unknown>>;
  if (type !== 'identify' || typeof userId !== 'string') return null;
  if (typeof traits !== 'object' || traits === null || !Object.hasOwn(traits, key)) return null;
  return [userId, (traits as Readonly<Record<string, unknown>>)[key]];
}

/** Users who left or were never synced have no value. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false;

const isSame = (a: unknown, b: unknown): boolean =>
  (isNothing(a) && isNothing(b)) || JSON.stringify(a) === JSON.stringify(b);

export const membershipText = (name: string, mock: string): string =>
  `membership of ${name} at ${mock}`;

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

export function evaluateMembership(
  { name, mock }: { readonly name: string; readonly mock: string },
  { key, values }: Membership,
  history: HistoryIndex,
  facts: RunFacts,
): Outcome {
  const accepted = new Map<string, unknown>();
  for (const request of history.requests) {
    if (request.event.mock !== mock || !is2xx(request.event.status)) continue;
    const sync = syncOf(bodyOf(request), key);
    if (sync !== null) accepted.set(...sync);
  }
  const expected = membershipText(name, mock);
  if (accepted.size === 0)
    return failedAt(facts.now, { expected, found: `${mock} accepted no sync of ${name}` });
  const users = new Set([...values.keys(), ...accepted.keys()]);
  const different = [...users].filter((user) => !isSame(accepted.get(user), values.get(user)));
  const [first] = different;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(facts.now, {
    expected: `${expected}: ${countText(values.size, 'user')}`,
    found: `${formatCount(different.length)} of ${countText(users.size, 'user')} differ; the first is ${first}, last accepted ${shown(accepted.get(first))}, expected ${shown(values.get(first))}`,
    about: [...history.messages.values()].findLast(({ event }) => event.user === first) ?? null,
  });
}

// `lookUp`: side effects in the user's system, one lookup per message.

/** How many times the server processed a message; null if it gave no number. */
export type LookUp = (request: {
  readonly server: string;
  readonly message: MessageRecord;
}) => Promise<number | null>;

interface LookUpPlan {
  readonly server: string;
  readonly filter: string;
  readonly count: Range;
  readonly timeoutMs: number;
}

export async function evaluateLookUp(
  { server, filter, count: range, timeoutMs }: LookUpPlan,
  history: HistoryIndex,
  facts: RunFacts,
  lookUp: LookUp,
  readAll: ReadAll,
): Promise<Outcome> {
  const isSelected = createMatcher(filterOf(filter, 'messages'), subjectReaders.messages, facts);
  const messages = [...history.messages.values()].filter(isSelected);
  const expected = `${rangeText(range)} in ${server} per message${filter === '' ? '' : `, ${filter}`}`;
  if (messages.length === 0) return failedAt(facts.now, { expected, found: '0 messages' });
  const isUnbounded = range.max === Number.POSITIVE_INFINITY;
  const deletedUsers = new Set(
    [...history.messages.values()].flatMap(({ event }) =>
      event.type === 'delete' ? [event.user] : [],
    ),
  );
  const looked = await readAll(
    messages,
    {
      server,
      read: async (message) => ({ message, count: await lookUp({ server, message }) }),
      isExpected: ({ count }) => count === null || isWithin(range, count),
      // Until the server deletes the user, counts may be higher.
      isFinal: ({ count, message }) =>
        count !== null &&
        (isUnbounded ? isWithin(range, count) : count > range.max) &&
        !deletedUsers.has(message.event.user),
      stateOf: ({ count }) => count,
    },
    AbortSignal.timeout(timeoutMs),
  );
  const wrong = looked.filter(({ count }) => count !== null && !isWithin(range, count));
  const [first] = wrong;
  if (first !== undefined)
    return failedAt(facts.now, {
      expected,
      found: `${formatCount(wrong.length)} of ${formatCount(messages.length)} messages differ; the first is ${first.message.event.messageId} with ${formatCount(first.count ?? 0)}`,
      about: first.message,
      processed: first.count,
    });
  const unknown = looked.filter(({ count }) => count === null);
  const [firstUnknown] = unknown;
  return firstUnknown === undefined
    ? passedAt(facts.now)
    : undecidedAt(
        facts.now,
        'look_up_failed',
        expected,
        `lookUp of ${server} returned no number for ${formatCount(unknown.length)} of ${formatCount(messages.length)} messages; the first is ${firstUnknown.message.event.messageId}. Return a number, a list, or an object with count.`,
      );
}

// `certification`: the suite of `hookwright certify` against a mock endpoint or server.

export type Certify = (
  target: string,
  skip: readonly { readonly code: string; readonly reason: string }[],
) => Promise<CertificationReport>;

export const certificationText = (target: string): string => `${target} is certified`;

export function evaluateCertification(
  target: string,
  report: CertificationReport,
  { now }: RunFacts,
): Outcome {
  const { certified, results } = report;
  const expected = certificationText(target);
  if (certified) return passedAt(now);
  if (isInconclusive(report)) {
    const undecided = results.find(({ outcome }) => outcome === 'inconclusive');
    return undecidedAt(
      now,
      undecided?.inconclusive?.code ?? 'machine_busy',
      expected,
      undecided?.message ?? '',
    );
  }
  const found = (['failed', 'not_run'] as const).flatMap((outcome) => {
    const codes = results.filter((result) => result.outcome === outcome).map(({ code }) => code);
    const text = `${countText(codes.length, 'check')} ${outcomeLabels[outcome]}`;
    return codes.length === 0 ? [] : [`${text}: ${codes.join(', ')}`];
  });
  return failedAt(now, { expected, found: found.join('; ') });
}
