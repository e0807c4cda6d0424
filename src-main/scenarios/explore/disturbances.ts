/** Disturbances as rules of the mock endpoint in front of the server, and where they are possible. */

import type { z } from 'zod';
import type { MockRule } from '#shared/mocks/step.ts';
import { type Backoff, scheduleMs } from '#shared/profiles/backoff.ts';
import {
  type Disturbance,
  DisturbanceKind,
  type NotApplicable,
} from '#shared/scenarios/schema/exploration.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import type { ExploredMessage } from './messages.ts';

/** How long after it was processed a message is sent again by `late_retry`. */
const lateMs = 2 * 3_600_000;

/** What a disturbance does: delays a request, loses its response or what follows, or copies it. One of each is possible. */
const effects: Readonly<Record<DisturbanceKind, 'delay' | 'loss' | 'copy'>> = {
  reorder: 'delay',
  delete_first: 'delay',
  forged: 'delay',
  lost_response: 'loss',
  late_retry: 'loss',
  crash: 'loss',
  restart: 'loss',
  duplicate: 'copy',
  concurrent: 'copy',
};

/** The order in which they take effect on one message. */
const effectOrder = ['delay', 'loss', 'copy'];

export type Rule = z.input<typeof MockRule>;

/** As in a scenario file. */
export type StepInput = Readonly<Record<string, unknown>>;

/** Messages that a destination signs and whose side effects are looked up. */
export interface Forgery {
  readonly destination: string;
  readonly messageIds: ReadonlySet<string>;
}

/** What determines the disturbances that are possible. */
export interface Explored {
  readonly messages: readonly ExploredMessage[];
  /** Of the destination. */
  readonly backoff: Backoff;
  /** Null or absent if no request can be forged. */
  readonly forgery?: Forgery | null;
}

/** How many retries there are whatever the jitter is: the longest delays leave the fewest in the retry window. */
const certainRetries = (backoff: Backoff): number => scheduleMs(backoff, () => 0).length;

/** Number of the first certain retry that is later than this after the first attempt, from 1; null without one. */
function retryAfter(backoff: Backoff, delayMs: number): number | null {
  // With the whole jitter taken off, it is never earlier.
  const shortest = scheduleMs(backoff, () => 1).slice(0, certainRetries(backoff));
  const index = shortest.findIndex((offset) => offset > delayMs);
  return index === -1 ? null : index + 1;
}

/** A forged copy was looked up by then. */
const lookedUpMs = 1_000;

/** Responses instead of forwarding, until the retry of this number. */
const rejections = (match: Rule['match'], times: number): readonly Rule[] =>
  times === 0 ? [] : [{ match, status: 503, times, forward: null }];

/** Null if it isn't possible for this message. */
function rulesFor(
  kind: DisturbanceKind,
  { id, match, untilNextMs, untilDeletionMs }: ExploredMessage,
  { backoff, forgery }: Explored,
): readonly Rule[] | null {
  const delayedBy = (delayMs: number | null): readonly Rule[] | null => {
    const retry = delayMs === null ? null : retryAfter(backoff, delayMs);
    return retry === null ? null : rejections(match, retry);
  };
  const retries = certainRetries(backoff);
  const lost: Rule = { match, fault: 'reset_after_request' };
  switch (kind) {
    case 'duplicate':
      return [{ match, forward: { times: 2 } }];
    case 'concurrent':
      return [{ match, forward: { times: 2, concurrent: true } }];
    case 'lost_response':
    case 'restart':
      return retries === 0 ? null : [lost];
    case 'late_retry': {
      const retry = retryAfter(backoff, lateMs) ?? retries;
      return retry < 2 ? null : [lost, ...rejections(match, retry - 1)];
    }
    case 'reorder':
      return delayedBy(untilNextMs);
    case 'delete_first':
      return delayedBy(untilDeletionMs);
    case 'forged': {
      const delayed = forgery?.messageIds.has(id) === true ? delayedBy(lookedUpMs) : null;
      // The copy takes none of the rules of another disturbance.
      return delayed && [...delayed, { match, forward: {} }];
    }
    case 'crash':
      return [];
  }
}

export const isPossible = ({ kind, messageId }: Disturbance, explored: Explored): boolean => {
  const message = explored.messages.find(({ id }) => id === messageId);
  return message !== undefined && rulesFor(kind, message, explored) !== null;
};

/** Why a disturbance isn't possible for any message; null if it is. */
export function notApplicable(kind: DisturbanceKind, explored: Explored): NotApplicable | null {
  const { messages, backoff } = explored;
  if (messages.some(({ id }) => isPossible({ kind, messageId: id }, explored))) return null;
  if (effects[kind] !== 'copy' && certainRetries(backoff) === 0) return 'no_retries';
  if (kind === 'forged') return 'no_forgery';
  return kind === 'delete_first' ? 'no_deletion' : 'single_message';
}

/** Whether the mock endpoint disturbed a request of each message that has rules. */
export const tookEffect = (
  disturbances: readonly Disturbance[],
  { requests }: HistoryIndex,
): boolean =>
  disturbances.every(
    ({ kind, messageId }) =>
      kind === 'crash' ||
      requests.some(
        ({ event: { messageId: id, cause, fault, copies = 1 } }) =>
          id === messageId && (cause === 'rule' || fault !== 'none' || copies > 1),
      ),
  );

/** Whether both can be part of one schedule. */
export const areCompatible = (a: Disturbance, b: Disturbance): boolean =>
  a.messageId !== b.messageId || effects[a.kind] !== effects[b.kind];

/** In the order in which messages arrive and disturbances take effect. */
export const inOrder = (
  disturbances: readonly Disturbance[],
  messages: readonly ExploredMessage[],
): readonly Disturbance[] => {
  const place = ({ kind, messageId }: Disturbance): number =>
    messages.findIndex(({ id }) => id === messageId) * effectOrder.length +
    effectOrder.indexOf(effects[kind]);
  return disturbances.toSorted((a, b) => place(a) - place(b));
};

/** The rules of the mock endpoint for a schedule. */
export const rulesOf = (
  disturbances: readonly Disturbance[],
  explored: Explored,
): readonly Rule[] =>
  inOrder(disturbances, explored.messages).flatMap(({ kind, messageId }) => {
    const message = explored.messages.find(({ id }) => id === messageId);
    return (message && rulesFor(kind, message, explored)) ?? [];
  });

/** Beginning of the IDs of steps that send a forged copy. */
export const forgedCopy = 'forged-copy-';

/** Steps that follow a message at once, long before its retry. */
function stepsAfter(
  { kind, messageId }: Disturbance,
  number: number,
  { forgery }: Explored,
  server: string,
): readonly StepInput[] {
  if (kind === 'restart') return [{ id: `server-restart-${number}`, serverRestart: server }];
  if (kind === 'crash') return [{ id: `server-crash-${number}`, serverCrash: server }];
  if (kind !== 'forged' || forgery == null) return [];
  const message = `message:${JSON.stringify(messageId)}`;
  const filter = `${message} destination=${JSON.stringify(forgery.destination)}`;
  return [
    { id: `${forgedCopy}${number}`, copy: { filter, signing: 'wrong_secret' } },
    {
      check: [
        { lookUp: server, messages: message, count: 0, name: 'a forged copy has no side effect' },
      ],
    },
  ];
}

/** The steps of a schedule, in virtual time. */
export const stepsOf = (
  disturbances: readonly Disturbance[],
  explored: Explored,
  server: string,
): readonly StepInput[] =>
  disturbances.flatMap((disturbance, index) => {
    const message = explored.messages.find(({ id }) => id === disturbance.messageId);
    const [first, ...others] = stepsAfter(disturbance, index + 1, explored, server);
    if (message === undefined || first === undefined) return [];
    return [{ at: `${message.at + 1}ms`, ...first }, ...others];
  });

/** Simpler disturbances with a similar effect, for shrinking. */
export const simplerKinds: Readonly<Partial<Record<DisturbanceKind, DisturbanceKind>>> = {
  concurrent: 'duplicate',
  late_retry: 'lost_response',
  restart: 'lost_response',
};

export const kindsInOrder = (kinds: readonly DisturbanceKind[]): readonly DisturbanceKind[] =>
  DisturbanceKind.options.filter((kind) => kinds.includes(kind));
