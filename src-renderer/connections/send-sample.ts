/** Sends sample events to one destination. */
import { core } from '#renderer/kit/data/core.ts';
import { findSentMessage } from '#renderer/kit/data/sent-message.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import type { Sample } from '#shared/sending/send.ts';

/** The samples that a destination with the profile can get: messages, or events of its provider. */
export const samplesFor = <One extends Pick<Sample, 'profile'>>(
  destination: Pick<Destination, 'profile'>,
  samples: readonly One[],
): readonly One[] => {
  const profile = takesPayloads(destination) ? profileOf(destination).id : null;
  return samples.filter((sample) => sample.profile === profile);
};

/** The first one, unless a sample is named. */
async function requestFor(destination: Destination, source: Source | undefined, name?: string) {
  const [first] = samplesFor(destination, await core.samples.list());
  const sample = name ?? first?.name;
  return {
    destinationId: destination.id,
    ...(!takesPayloads(destination) && { source: source?.id }),
    // A provider without samples.
    ...(sample === undefined ? { payload: '{}' } : { sample }),
  };
}

/** No destination got the message. */
export class NotDelivered extends Error {}

/**
 * Sends a message of the source to this destination only, or an event of its provider; resolves with the number of its
 * delivery.
 */
export async function sendSample(
  destination: Destination,
  source: Source | undefined,
  name?: string,
): Promise<number> {
  const request = await requestFor(destination, source, name);
  const { messageIds, lastResponse } = await core.send.now(request);
  const message = messageIds[0] === undefined ? null : await findSentMessage(messageIds[0]);
  const delivery = message?.deliveries.find(
    ({ destinationId }) => destinationId === destination.id,
  );
  if (delivery === undefined)
    throw new NotDelivered(lastResponse?.message ?? 'Not delivered to this destination.');
  return delivery.id;
}
