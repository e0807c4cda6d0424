/** Source, message and progress of sending. */

import { fieldError } from '#main/kit/app-error.ts';
import type { Clock, Random } from '#main/kit/ports.ts';
import { randomUuid } from '#main/kit/random.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import type { Source } from '#shared/connections/source.ts';
import { IngestCode } from '#shared/ingestion/message.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { maxParsedBytes } from '#shared/kit/nesting.ts';
import type { IngestResponse, SendProgress } from '#shared/sending/send.ts';

export interface SendTools {
  readonly store: Store;
  /** Takes deliveries that are due. */
  readonly accepted: (due: readonly DeliveryWithBody[]) => void;
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  /** Rates use real time, independent of the virtual clock, because they load real sockets. */
  readonly machineClock: Clock;
  readonly random: Random;
  readonly ingestUrl: () => string | null;
  /** Marks messages as sent from the interface. */
  readonly sendToken: string;
}

/** Finds a source by ID or name. Without either, returns the only source. */
export function findSource(configCache: ConfigCache, idOrName: string | undefined): Source {
  const sources = configCache.sources();
  if (idOrName === undefined) {
    const [only, second] = sources;
    if (only !== undefined && second === undefined) return only;
    throw fieldError(
      ['source'],
      only === undefined
        ? 'No sources yet. Create one first.'
        : 'There are several sources. Choose one.',
    );
  }
  const source = sources.find(({ id, name }) => id === idOrName || name === idOrName);
  if (source === undefined)
    throw fieldError(['source'], `Source "${idOrName}" not found.`, `Choose an existing source.`);
  return source;
}

/** Null for a message that ingestion rejects without reading it (D7): parsing it would stop everything else (D62). */
export const readMessage = (json: string): Readonly<Record<string, unknown>> | null =>
  json.length > maxParsedBytes ? null : (parseExact(json) as Record<string, unknown>);

/** Adds a messageId to a message in JSON if there is none. A given one is shared by all messages of a run. */
export function withMessageId(json: string, random: Random): string {
  const message = readMessage(json);
  if (message === null) return json;
  return JSON.stringify({ ...message, messageId: message.messageId ?? randomUuid(random) });
}

/** Maximum messageIds in the result. More would make the response of a large send too big. */
const maxReportedMessageIds = 100;

export const nothingSent = (count: number): SendProgress => ({
  sent: 0,
  count,
  accepted: 0,
  rejected: 0,
  messageIds: [],
  lastResponse: null,
});

/** Reads status, code and message of a response. */
export function toIngestResponse(status: number, body: unknown): IngestResponse {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  const parsedCode = IngestCode.safeParse(code);
  return {
    status,
    code: parsedCode.success ? parsedCode.data : null,
    message: typeof message === 'string' ? message : null,
  };
}

/** @param accepted messageIds of the accepted messages. */
export const withAccepted = (
  progress: SendProgress,
  sent: number,
  accepted: readonly string[],
): SendProgress => ({
  ...progress,
  sent: progress.sent + sent,
  accepted: progress.accepted + accepted.length,
  rejected: progress.rejected + sent - accepted.length,
  messageIds: [...progress.messageIds, ...accepted].slice(-maxReportedMessageIds),
});

export const afterResponse = (
  progress: SendProgress,
  sent: number,
  accepted: readonly string[],
  lastResponse: IngestResponse,
): SendProgress => ({ ...withAccepted(progress, sent, accepted), lastResponse });
