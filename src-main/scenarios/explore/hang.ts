/** Finds requests that a server didn't respond to in time (D71). */
import type { Hang } from '#shared/scenarios/schema/exploration.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { type ExploreTarget, proxyOf } from './variant.ts';

/** A hang counts if it occurs in this many runs; so often at most is a run repeated because the machine was busy (D69). */
export const hangTries = 3;

/**
 * A run ends after this many requests without a response: each takes its time limit, and there may be many retries. One
 * disturbance may complete, so that its side effects show.
 */
export const maxTimeouts = 2;

/** This much of the time limit may be lost to the own delay (D69). */
export const toleranceOf = ({ timeLimitMs }: Pick<ExploreTarget, 'timeLimitMs'>): number =>
  timeLimitMs / 10;

/** Null if the server responded to each request in time. */
export function hangOf(
  { requests }: HistoryIndex,
  { server, timeLimitMs }: Pick<ExploreTarget, 'server' | 'timeLimitMs'>,
): Hang | null {
  const late = requests.flatMap(({ event: { mock, messageId, at, timeouts = 0 } }) =>
    mock === proxyOf(server) && messageId !== null && timeouts > 0
      ? [{ messageId, at, timeouts }]
      : [],
  );
  const [first] = late;
  if (first === undefined) return null;
  const copied = late.find(({ timeouts }) => timeouts > 1);
  if (copied !== undefined)
    return { messageIds: [copied.messageId, copied.messageId], timeLimitMs };
  for (const one of late) {
    const other = late.find(
      ({ messageId, at }) => messageId !== one.messageId && Math.abs(at - one.at) < timeLimitMs,
    );
    if (other !== undefined) return { messageIds: [one.messageId, other.messageId], timeLimitMs };
  }
  return { messageIds: [first.messageId], timeLimitMs };
}
