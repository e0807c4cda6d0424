/** Statistics, counted by the reader thread. It caches attempts while they are displayed. */

import type { Clock } from '#main/kit/ports.ts';
import type { Reader } from '#main/store/reader.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { Statistics, StatisticsQuery } from '#shared/statistics/statistics.ts';
import type { StatisticsReads } from './count-statistics.ts';
import { withMocks } from './mock-outages.ts';

/**
 * Cache lifetime after the last query, so that returning users don't wait for a million attempts to
 * be read again.
 */
const cacheMs = 5 * 60_000;

export function createStatistics(options: {
  readonly reader: Reader<StatisticsReads>;
  /** Virtual clock. */
  readonly clock: Pick<Clock, 'now'>;
  readonly machineClock: Clock;
  readonly mocks: { readonly all: () => readonly Mock[] };
}) {
  const { reader, clock, machineClock, mocks } = options;
  let cancelClear = (): void => undefined;

  // If the thread has failed, its memory is already free.
  const clear = (): void => void reader.run('clearStatistics', null).catch(() => undefined);

  return {
    async get(query: StatisticsQuery, signal?: AbortSignal): Promise<Statistics> {
      cancelClear();
      cancelClear = machineClock.at(machineClock.now() + cacheMs, clear);
      const span = { ...query, now: clock.now(), realNow: machineClock.now() };
      return withMocks(await reader.run('statistics', span, signal), mocks.all());
    },
    stop: (): void => cancelClear(),
  };
}
