/** Which message a request belongs to. */
import type { Message } from './observation.ts';

/** Text in the triggers of one certification, for the sender to put into its messages. */
export interface Markers {
  readonly of: (index: number) => string;
  readonly in: (body: Buffer) => string | null;
}

export function createMarkers(run: string): Markers {
  const pattern = new RegExp(`certify-${run}-\\d+`);
  return {
    of: (index) => `certify-${run}-${index}`,
    in: (body) => pattern.exec(body.toString('latin1'))?.[0] ?? null,
  };
}

interface Identity {
  readonly id: string | null;
  readonly marker: string | null;
  readonly bodyDigest: string;
  readonly isGone: boolean;
}

const hasId = ({ attempts }: Message, id: string): boolean => attempts.some((of) => of.id === id);

/**
 * The message of a retry; undefined for a new message. With a marker, a retry may have lost its ID or
 * its body, which are judged later; different markers are different messages. Without, equal bodies
 * are one message only if the sender sends no IDs: test events often differ by nothing else.
 */
export function findMessage(
  messages: readonly Message[],
  { id, marker, bodyDigest, isGone }: Identity,
): Message | undefined {
  const candidates = messages.filter(
    (message) =>
      message.isGone === isGone &&
      (message.marker === null || marker === null || message.marker === marker),
  );
  const marked = candidates.find((message) => marker !== null && message.marker === marker);
  if (marked !== undefined) return marked;
  if (id !== null) return candidates.find((message) => hasId(message, id));
  return candidates.find(({ attempts }) =>
    attempts.some((of) => of.id === null && of.bodyDigest === bodyDigest),
  );
}
