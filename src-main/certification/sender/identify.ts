/** Which message a request belongs to. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { earliestAllowed, expectedAfter } from './expected.ts';
import { firstComplete, type Message } from './observation.ts';

/** Text in the triggers of one certification, for the sender to put into its messages. */
export interface Markers {
  readonly of: (index: number) => string;
  readonly in: (body: Buffer) => string | null;
  /** Whether it has a marker of another certification: a sender may still retry messages of an earlier one. */
  readonly isOther: (body: Buffer) => boolean;
}

export function createMarkers(run: string): Markers {
  const pattern = new RegExp(`certify-${run}-\\d+`);
  const anyRun = /certify-[\w-]{8}-\d+/;
  const own = (body: Buffer): string | null => pattern.exec(body.toString('latin1'))?.[0] ?? null;
  return {
    of: (index) => `certify-${run}-${index}`,
    in: own,
    isOther: (body) => own(body) === null && anyRun.test(body.toString('latin1')),
  };
}

interface Identity {
  readonly isComplete: boolean;
  readonly id: string | null;
  readonly retry: number | null;
  readonly marker: string | null;
  readonly bodyDigest: string;
  readonly isGone: boolean;
  readonly startedAt: number;
}

const hasId = ({ attempts }: Message, id: string): boolean => attempts.some((of) => of.id === id);

/** Whether all of its requests broke before anything said which message they are. */
const isUnidentified = (message: Message): boolean =>
  message.marker === null &&
  firstComplete(message) === undefined &&
  message.attempts.every(({ id }) => id === null);

/** Whether a retry may come at this time. */
function isDue(profile: ProviderProfile, { attempts }: Message, startedAt: number): boolean {
  const last = attempts.at(-1);
  if (last === undefined || last.endedAt === null) return false;
  const elapsedMs = last.endedAt - (attempts[0]?.startedAt ?? last.startedAt);
  const { retry, earliestMs } = expectedAfter(profile, { ...last, elapsedMs });
  return retry !== 'forbidden' && startedAt - last.endedAt >= earliestAllowed(earliestMs);
}

/**
 * The message of a retry; undefined for a new message. With a marker, a retry may have lost its ID or
 * its body, which are judged later; different markers are different messages. Without, equal bodies
 * are one message only if the sender sends no IDs: test events often differ by nothing else. Broken
 * requests show neither: what is left is the number of the retry, if the sender sends it.
 */
export function findMessage(
  profile: ProviderProfile,
  messages: readonly Message[],
  { isComplete, id, retry, marker, bodyDigest, isGone, startedAt }: Identity,
): Message | undefined {
  const candidates = messages.filter(
    (message) =>
      message.isGone === isGone &&
      (message.marker === null || marker === null || message.marker === marker),
  );
  const marked = candidates.find((message) => marker !== null && message.marker === marker);
  if (marked !== undefined) return marked;
  if (id !== null) return candidates.find((message) => hasId(message, id));
  const equal = candidates.find(({ attempts }) =>
    attempts.some(
      (of) => isComplete && of.isComplete && of.id === null && of.bodyDigest === bodyDigest,
    ),
  );
  const isBroken = !isComplete && marker === null;
  return (
    equal ??
    candidates.find(
      (message) =>
        message.attempts.length === retry &&
        (isBroken || isUnidentified(message)) &&
        isDue(profile, message, startedAt),
    )
  );
}
