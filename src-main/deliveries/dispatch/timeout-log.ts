/**
 * Logs timeouts (spec 7) with one line per webhook and minute. An outage can cause 100,000 of them.
 */

import type { Clock, Log } from '#main/kit/ports.ts';
import { redactUrlSecrets } from '#shared/kit/redacted-url.ts';

export const timeoutLogIntervalMs = 60_000;

export interface TimeoutLog {
  record(destinationName: string, url: string): void;
  /** Logs the timeouts since the last line. */
  stop(): void;
}

interface Counted {
  count: number;
  flush(): void;
  cancel(): void;
}

/** `clock` is real time, like the log. */
export function createTimeoutLog(log: Log, clock: Clock): TimeoutLog {
  const webhooks = new Map<string, Counted>();

  function openEntry(key: string, destination: string, url: string): Counted {
    const webhook = redactUrlSecrets(url, () => undefined);
    const counted: Counted = {
      count: 0,
      flush() {
        if (counted.count > 0)
          log.warn('A webhook did not respond in time.', {
            code: 'timeout',
            destination,
            webhook,
            attempts: counted.count,
          });
        counted.count = 0;
      },
      cancel: () => undefined,
    };
    function wait(): void {
      counted.cancel = clock.at(clock.now() + timeoutLogIntervalMs, () => {
        if (counted.count === 0) return void webhooks.delete(key);
        counted.flush();
        wait();
      });
    }
    wait();
    webhooks.set(key, counted);
    return counted;
  }

  return {
    record(destination, url) {
      const key = JSON.stringify([destination, url]);
      const existing = webhooks.get(key);
      const counted = existing ?? openEntry(key, destination, url);
      counted.count += 1;
      // Logs the first timeout immediately and later ones in batches.
      if (existing === undefined) counted.flush();
    },
    stop() {
      for (const counted of webhooks.values()) {
        counted.cancel();
        counted.flush();
      }
      webhooks.clear();
    },
  };
}
