/** What sending works with, as whom and what is sent, and how far it is. */

import { IngestCode } from '#shared/schemas/message.ts';
import type { IngestResponse, SendProgress, SendRequest } from '#shared/schemas/send.ts';
import type { Source } from '#shared/schemas/source.ts';
import { fieldError } from '../app-error.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import type { Clock, Random } from '../ports.ts';
import { randomUuid } from '../random-id.ts';
import { samples } from './samples.ts';

export interface SendTools {
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  /** Rates are of real time, however the product's clock runs: they load real sockets. */
  readonly machineClock: Clock;
  readonly random: Random;
  readonly ingestUrl: () => string | null;
  /** Marks the messages as sent from here. */
  readonly sendToken: string;
}

/** The source by id or name; without either, the only one there is. */
export function findSource(configCache: ConfigCache, wanted: string | undefined): Source {
  const sources = configCache.sources();
  if (wanted === undefined) {
    const [only, second] = sources;
    if (only !== undefined && second === undefined) return only;
    throw fieldError(
      ['source'],
      only === undefined
        ? 'There is no source yet. Create one first.'
        : 'There are several sources. Choose one.',
    );
  }
  const found = sources.find(({ id, name }) => id === wanted || name === wanted);
  if (found === undefined)
    throw fieldError(['source'], `There is no source "${wanted}".`, `Choose an existing source.`);
  return found;
}

/** The message that is asked for, written out or as a sample. */
export function messageOf(request: SendRequest): Record<string, unknown> {
  if (request.message !== undefined) return request.message;
  const sample = samples.find(({ name }) => name === request.sample);
  if (sample === undefined)
    throw fieldError(
      ['sample'],
      `There is no sample "${request.sample}".`,
      `Choose one of ${samples.map(({ name }) => name).join(', ')}.`,
    );
  return sample.message;
}

/** The message with an id: its own where it has one, which all of a run then share. */
export const withMessageId = (
  message: Record<string, unknown>,
  random: Random,
): Record<string, unknown> => ({
  ...message,
  messageId: message.messageId ?? randomUuid(random),
});

/** messageIds returned; more would make the response of a large send heavy. */
const toldMessageIds = 100;

export const nothingSent = (count: number): SendProgress => ({
  sent: 0,
  count,
  accepted: 0,
  rejected: 0,
  messageIds: [],
  lastResponse: null,
});

/** The answer's status, and its code and sentence where it has them. */
export function toIngestResponse(status: number, answer: unknown): IngestResponse {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  const known = IngestCode.safeParse(code);
  return {
    status,
    code: known.success ? known.data : null,
    message: typeof message === 'string' ? message : null,
  };
}

/** @param accepted messageIds of those of the sent that were accepted. */
export const afterResponse = (
  progress: SendProgress,
  sent: number,
  accepted: readonly string[],
  lastResponse: IngestResponse,
): SendProgress => ({
  ...progress,
  sent: progress.sent + sent,
  accepted: progress.accepted + accepted.length,
  rejected: progress.rejected + sent - accepted.length,
  messageIds: [...progress.messageIds, ...accepted].slice(-toldMessageIds),
  lastResponse,
});
