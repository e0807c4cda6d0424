/** Statistics, as the reader thread counts them; it keeps the attempts in mind while somebody looks. */
import type { Statistics, StatisticsQuery } from '#shared/schemas/statistics.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';

/** After the last look: whoever comes back to it soon does not wait for a million attempts again. */
const keptMs = 5 * 60_000;

export function createStatistics(options: {
  readonly reader: Reader;
  /** The product's. */
  readonly clock: Pick<Clock, 'now'>;
  readonly machineClock: Clock;
}) {
  const { reader, clock, machineClock } = options;
  let cancelForgetting = (): void => undefined;

  // Where the thread has failed meanwhile, its memory is free.
  const forget = (): void => void reader.run('forgetStatistics', null).catch(() => undefined);

  return {
    get(query: StatisticsQuery, signal?: AbortSignal): Promise<Statistics> {
      cancelForgetting();
      cancelForgetting = machineClock.at(machineClock.now() + keptMs, forget);
      const span = { ...query, now: clock.now(), realNow: machineClock.now() };
      return reader.run('statistics', span, signal);
    },
    stop: (): void => cancelForgetting(),
  };
}
