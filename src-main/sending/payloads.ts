/** Sends events of providers to a destination with their profile (D55). They don't pass ingestion. */

import { writeMessage } from '#main/ingestion/accept-message.ts';
import type { RoutedMessage } from '#main/ingestion/route-message.ts';
import { fieldError } from '#main/kit/app-error.ts';
import type { Message } from '#main/kit/message.ts';
import { randomUuid } from '#main/kit/random.ts';
import { createRateLimiter } from '#main/kit/rate-limiter.ts';
import { until } from '#main/kit/until.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import type { SamplePayload, SendProgress, SendRequest } from '#shared/sending/send.ts';
import { createTextWriter } from './placeholders.ts';
import { samples } from './samples/samples.ts';
import { findSource, nothingSent, type SendTools, withAccepted } from './send-tools.ts';

/** An event before its placeholders are replaced. */
export interface Payload {
  readonly event: string;
  readonly text: string;
}

/** Payloads of one commit, and about their characters. */
const maxChunkSize = 100;
const maxChunkLength = 4_194_304;

/** Name of an event without one. */
export const unnamedEvent = 'payload';

/** What a request sends: a message, several, or a payload and the sample that it comes from. */
type Content =
  | { readonly kind: 'message'; readonly message: Record<string, unknown> }
  | { readonly kind: 'messages'; readonly messages: readonly Record<string, unknown>[] }
  | { readonly kind: 'payload'; readonly payload: Payload; readonly sample: SamplePayload | null };

export function contentOf({
  message,
  messages,
  payload,
  event = unnamedEvent,
  sample: sampleName,
}: SendRequest): Content {
  if (message !== undefined) return { kind: 'message', message };
  if (messages !== undefined) return { kind: 'messages', messages };
  if (payload !== undefined)
    return { kind: 'payload', payload: { event, text: payload }, sample: null };
  const sample = samples.find(({ name }) => name === sampleName);
  if (sample === undefined)
    throw fieldError(
      ['sample'],
      `Unknown sample "${sampleName}".`,
      `Choose one of ${samples.map(({ name }) => name).join(', ')}.`,
    );
  return sample.kind === 'message'
    ? { kind: 'message', message: sample.message }
    : { kind: 'payload', payload: { event: sample.event, text: sample.payload }, sample };
}

const sampleNames = (profile: string): string =>
  samples.flatMap((sample) => (sample.profile === profile ? [sample.name] : [])).join(', ');

/** Rejects a sample of one provider if the destination uses the built-in profile of another. */
export function checkSample(sample: SamplePayload | null, { name, profile }: Destination): void {
  if (sample === null || typeof profile !== 'string' || sample.profile === profile) return;
  throw fieldError(
    ['sample'],
    `"${sample.name}" is a sample for the profile ${sample.profile}, but "${name}" uses ${profile}.`,
    `Choose one of ${sampleNames(profile)}, or choose another destination.`,
  );
}

/** An enabled destination that takes payloads, by ID or name. */
export function payloadDestination(
  configCache: ConfigCache,
  idOrName: string | undefined,
): Destination {
  const path = ['destinationId'];
  if (idOrName === undefined)
    throw fieldError(path, 'A payload needs a destination.', 'Specify destinationId.');
  const destination = configCache
    .destinations()
    .find(({ id, name }) => id === idOrName || name === idOrName);
  if (destination === undefined)
    throw fieldError(
      path,
      `Destination "${idOrName}" not found.`,
      'Choose an existing destination.',
    );
  if (!takesPayloads(destination))
    throw fieldError(
      path,
      `"${destination.name}" sends messages, as its profile ${profileOf(destination).name} does.`,
      "Choose a destination with a provider's profile.",
    );
  if (!destination.enabled)
    throw fieldError(path, `"${destination.name}" is disabled.`, 'Enable it.');
  return destination;
}

/** The source that a payload belongs to: the given one, or one of its destination. */
export function payloadSource(
  configCache: ConfigCache,
  { sourceIds }: Destination,
  idOrName: string | undefined,
): Source {
  if (idOrName !== undefined) return findSource(configCache, idOrName);
  const sources = configCache.sources();
  const source = sources.find(({ id }) => sourceIds.includes(id)) ?? sources[0];
  return source ?? findSource(configCache, undefined);
}

export function payloadMessage(
  { event, text }: Payload,
  destination: Destination,
  messageId: string,
  receivedAt: number,
): RoutedMessage {
  const timestamp = new Date(receivedAt).toISOString();
  const message: Message = {
    type: 'payload',
    messageId,
    event,
    payload: text,
    context: {},
    timestamp,
    receivedAt: timestamp,
  };
  return {
    message,
    receivedAt,
    receivedText: text,
    origin: { kind: 'send', id: null },
    request: null,
    routes: [{ destination, notSent: null, body: text }],
  };
}

/** Stores the payloads and yields progress. An abort stops after those already stored. */
export async function* sendPayloads(
  { store, accepted, clock, machineClock, random }: SendTools,
  { count, perSecond, messageId, placeholders = true }: SendRequest,
  {
    source,
    destination,
    payload,
  }: {
    readonly source: Source;
    readonly destination: Destination;
    readonly payload: Payload;
  },
  signal: AbortSignal,
): AsyncGenerator<SendProgress, void, void> {
  const limiter = createRateLimiter(machineClock, perSecond ?? null);
  const textOf = placeholders
    ? createTextWriter(payload.text, { clock, random })
    : () => payload.text;
  const idOf =
    messageId === undefined
      ? () => randomUuid(random)
      : createTextWriter(messageId, { clock, random });
  const chunkSize = Math.max(
    1,
    Math.min(maxChunkSize, Math.floor(maxChunkLength / payload.text.length)),
  );
  let progress = nothingSent(count);
  while (progress.sent < count && !signal.aborted) {
    const ready = Math.min(chunkSize, limiter.available(), count - progress.sent);
    if (ready === 0) {
      await until(machineClock, limiter.nextAt(), signal);
      continue;
    }
    const messages = Array.from({ length: ready }, (_, index) =>
      payloadMessage(
        { ...payload, text: textOf(progress.sent + index + 1) },
        destination,
        idOf(progress.sent + index + 1),
        clock.now(),
      ),
    );
    const due: readonly DeliveryWithBody[] = await store.write((tx) =>
      messages.flatMap((message) => writeMessage(store, tx, source.id, message).dueDeliveries),
    );
    accepted(due);
    limiter.consume(ready);
    progress = withAccepted(
      progress,
      ready,
      messages.map(({ message }) => message.messageId),
    );
    yield progress;
  }
}
