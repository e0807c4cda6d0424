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
}

/**
 * The message of a retry; undefined for a new message. A retry may have lost its ID or its body, which
 * are judged later, so any of the three identifies it. Different markers are different messages.
 */
export function findMessage(
  messages: readonly Message[],
  { id, marker, bodyDigest }: Identity,
): Message | undefined {
  const candidates = messages.filter(
    (message) => message.marker === null || marker === null || message.marker === marker,
  );
  return (
    candidates.find((message) => marker !== null && message.marker === marker) ??
    candidates.find(({ attempts }) => id !== null && attempts.some((of) => of.id === id)) ??
    candidates.find(({ attempts }) => attempts.some((of) => of.bodyDigest === bodyDigest))
  );
}
