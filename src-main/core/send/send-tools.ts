/** What sending works with, and as whom and what is sent. */
import type { SendRequest } from '#shared/schemas/send.ts';
import type { Source } from '#shared/schemas/source.ts';
import { fieldError } from '../app-error.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import type { Clock, Random } from '../ports.ts';
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
        ? 'There is no source yet: create one first.'
        : 'There are several sources: name the one to send as.',
    );
  }
  const found = sources.find(({ id, name }) => id === wanted || name === wanted);
  if (found === undefined)
    throw fieldError(['source'], `There is no source "${wanted}": name one that exists.`);
  return found;
}

/** The message that is asked for, written out or as a sample. */
export function messageOf(request: SendRequest): Record<string, unknown> {
  if (request.message !== undefined) return request.message;
  const sample = samples.find(({ name }) => name === request.sample);
  if (sample === undefined)
    throw fieldError(
      ['sample'],
      `There is no sample "${request.sample}": choose one of ${samples.map(({ name }) => name).join(', ')}.`,
    );
  return sample.message;
}
