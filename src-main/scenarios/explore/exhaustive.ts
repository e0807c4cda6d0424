/**
 * All schedules with at most so many disturbances, the smallest first, and which of them are equivalent: the server
 * receives the same requests in the same order. Failed attempts that the server doesn't see, and the time between
 * requests, make no difference to it, so they commute with everything else. Requests of different messages don't: a
 * server may depend on their order.
 */
import { createHash } from 'node:crypto';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { DisturbanceKind, ExhaustiveSearch } from '#shared/scenarios/schema/exploration.ts';
import type { Shard } from '#shared/scenarios/schema/report.ts';
import { is2xx } from '../expect/predicates/duration.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { areCompatible, type Explored, inOrder, rulesOf, stepsOf } from './disturbances.ts';
import { possibleDisturbances, type Schedule, scheduleKey } from './schedules.ts';

/** More take days. */
export const maxSchedules = 100_000;

/** What the server receives at one moment: a message, in this many copies at the same time. */
interface Received {
  /** Empty for a restart of the server instead. */
  readonly messageId: string;
  /** In milliseconds of virtual time. */
  readonly at: number;
  readonly copies: number;
}

export interface ExhaustiveOptions {
  readonly maxDisturbances: number;
  /** Null for all schedules. */
  readonly shard: Shard | null;
  /** Whether schedules are left out that are equivalent to one that passed. */
  readonly prunes: boolean;
  /** What the report says about the exploration. */
  readonly subject: Pick<
    ExhaustiveSearch,
    'files' | 'case' | 'valuesHash' | 'receiverVersion' | 'version' | 'startedAt'
  >;
  /** Of an earlier exploration. */
  readonly unpredicted: readonly number[];
}

export interface PlannedSchedule {
  readonly schedule: Schedule;
  /** The same for equivalent ones. */
  readonly key: string;
  /** What the server receives if it accepts each request; null if that isn't predicted. */
  readonly received: readonly Received[] | null;
}

/** By number of disturbances, simple kinds first. */
function* schedulesUpTo(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
  maxDisturbances: number,
): Generator<Schedule, void, void> {
  const { messages } = explored;
  const items = possibleDisturbances(explored, kinds);
  function* extended(schedule: Schedule, from: number, missing: number): Generator<Schedule> {
    if (missing === 0) yield inOrder(schedule, messages);
    else
      for (const [index, item] of items.entries())
        if (index >= from && schedule.every((other) => areCompatible(item, other)))
          yield* extended([...schedule, item], index + 1, missing - 1);
  }
  for (let size = 1; size <= Math.min(maxDisturbances, items.length); size += 1)
    yield* extended([], 0, size);
}

/** Steps whose messages don't depend on deliveries; `check` is left out. */
const fixedSteps: ReadonlySet<string> = new Set(['send', 'payload', 'check']);

/**
 * Whether the server can't tell apart two schedules by anything but the order of requests, and nothing but the
 * schedule decides that order.
 */
export function dependsOnOrderOnly({ clock, given, when, then }: Scenario): boolean {
  const [destination, ...others] = given.destinations;
  if (destination === undefined || others.length > 0 || destination.webhooks.length !== 1)
    return false;
  const { headers, signature, disabling, minDelay, success } = profileOf(destination);
  // Of a retry, or random.
  const changes =
    /\{(timestamp|retry)\}/.test(JSON.stringify([headers, signature])) ||
    signature.kind === 'ecdsa_p256';
  return (
    !changes &&
    clock.header === null &&
    clock.notifyUrl === null &&
    disabling === null &&
    minDelay === null &&
    success.accepted.includes('2xx') &&
    given.audiences.length + given.traits.length === 0 &&
    when.every((step) =>
      step.action === 'wait' ? step.input.kind === 'time' : fixedSteps.has(step.action),
    ) &&
    // Otherwise, it is asked after each attempt.
    then.every((one) => one.subject !== 'probe' || one.holds === 'at end')
  );
}

/** When each message is sent again as long as it fails, in milliseconds of virtual time: the same in every run (D70). */
export type AttemptTimes = ReadonlyMap<string, readonly number[]>;

/** Rules that let every attempt fail, to find out when they are. */
export const failingRules = ({ messages }: Explored): ReturnType<typeof rulesOf> =>
  messages.map(({ match }) => ({ match, status: 503, times: 1_000_000, forward: null }));

export function attemptTimesOf({ requests }: HistoryIndex, mock: string): AttemptTimes {
  const arrived = requests.map(({ event }) => event).filter((event) => event.mock === mock);
  const byMessage = Map.groupBy(arrived, ({ messageId }) => messageId ?? '');
  return new Map([...byMessage].map(([id, events]) => [id, events.map(({ at }) => at)]));
}

/** Of one message. */
function receivedOf(
  messageId: string,
  rules: ReturnType<typeof rulesOf>,
  times: readonly number[],
): readonly Received[] {
  const outcomes = rules.flatMap((rule) => Array.from({ length: rule.times ?? 1 }, () => rule));
  const received: Received[] = [];
  for (const [index, at] of times.entries()) {
    const { forward = {}, fault } = outcomes[index] ?? {};
    if (forward === null) continue;
    const { times: copies = 1, concurrent = false } = forward;
    if (concurrent) received.push({ messageId, at, copies });
    else received.push(...Array.from({ length: copies }, () => ({ messageId, at, copies: 1 })));
    if (fault === undefined) break;
  }
  return received;
}

/** When the server is restarted. */
const restartsIn = (schedule: Schedule, { messages }: Explored): readonly number[] =>
  schedule.flatMap(({ kind, messageId }) =>
    kind === 'restart' ? messages.filter(({ id }) => id === messageId).map(({ at }) => at + 1) : [],
  );

/** These have steps whose requests are not predicted. */
const unpredictedKinds: ReadonlySet<DisturbanceKind> = new Set(['crash', 'forged']);

/** Null if requests of different messages arrive at the same moment, in any order, or are not predicted. */
function receivedIn(
  schedule: Schedule,
  explored: Explored,
  times: AttemptTimes,
): readonly Received[] | null {
  if (schedule.some(({ kind }) => unpredictedKinds.has(kind))) return null;
  const restarts = restartsIn(schedule, explored).map((at) => ({ messageId: '', at, copies: 0 }));
  const requests = explored.messages.flatMap(({ id }) => {
    const own = schedule.filter(({ messageId }) => messageId === id);
    return receivedOf(id, rulesOf(own, explored), times.get(id) ?? []);
  });
  const received = [...restarts, ...requests].sort((a, b) => a.at - b.at);
  const isOrdered = received.every((one, index) => {
    const next = received[index + 1];
    return next === undefined || next.messageId === one.messageId || one.at < next.at;
  });
  return isOrdered ? received : null;
}

/** Whether the server received what was predicted, and accepted it: then the sender did nothing else. */
export function isAsPredicted(
  { received }: PlannedSchedule,
  { requests }: HistoryIndex,
  mock: string,
): boolean {
  if (received === null) return true;
  const arrived = requests
    .map(({ event }) => event)
    .filter((one) => one.mock === mock && (one.cause === 'server' || one.fault !== 'none'));
  const keysOf = (
    items: readonly Pick<(typeof arrived)[number], 'messageId' | 'at' | 'copies'>[],
  ) => items.flatMap(({ messageId, at, copies = 1 }) => Array(copies).fill(`${at} ${messageId}`));
  return (
    arrived.every(
      ({ status, isAcceptedByServer, hasUnacceptedCopy }) =>
        (is2xx(status) || isAcceptedByServer) && !hasUnacceptedCopy,
    ) && keysOf(arrived).join() === keysOf(received).join()
  );
}

const equivalenceKey = (
  schedule: Schedule,
  explored: Explored,
  received: readonly Received[] | null,
): string =>
  JSON.stringify(
    received?.map(({ messageId, copies }) => [messageId, copies]) ?? [
      rulesOf(schedule, explored),
      stepsOf(schedule, explored, ''),
    ],
  );

export interface ExhaustivePlan {
  /** Of the shard. */
  readonly schedules: readonly PlannedSchedule[];
  /** Of all shards. */
  readonly total: number;
  readonly hash: string;
}

/** Equivalent schedules are in one shard; the shards take turns. Null if there are too many. */
export function planExhaustive(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
  {
    maxDisturbances,
    shard,
    prunes,
    times,
  }: Pick<ExhaustiveOptions, 'maxDisturbances' | 'shard' | 'prunes'> & {
    /** Null if the order of requests isn't predicted. Then only schedules with the same rules are equivalent. */
    readonly times: AttemptTimes | null;
  },
): ExhaustivePlan | null {
  const all: Schedule[] = [];
  for (const schedule of schedulesUpTo(explored, kinds, maxDisturbances)) {
    if (all.length === maxSchedules) return null;
    all.push(schedule);
  }
  const numbers = new Map<string, number>();
  const schedules: PlannedSchedule[] = [];
  const hash = createHash('sha256');
  for (const schedule of all) {
    const received = times === null ? null : receivedIn(schedule, explored, times);
    const key = prunes ? equivalenceKey(schedule, explored, received) : scheduleKey(schedule);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    hash.update(`${JSON.stringify(schedule)} ${number}\n`);
    if (shard === null || number % shard.count === shard.index - 1)
      schedules.push({ schedule, key, received });
  }
  return { schedules, total: all.length, hash: hash.digest('hex') };
}
