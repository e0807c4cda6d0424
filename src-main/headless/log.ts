/** The log of the headless host: to stderr, as lines for people on a terminal and as JSON elsewhere. */
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Log } from '#core/ports.ts';
import { logLevel } from '#shared/lib/log-level.ts';
import { logLine } from './log-line.ts';

export interface HostLog extends Log {
  /** Writes out what is still buffered. */
  flush(): void;
}

function terminal(): DestinationStream {
  return { write: (record) => void process.stderr.write(logLine(record)) };
}

function pipe(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: 2, sync: true });
  // Whoever read the log has gone: that must not stop the work.
  destination.on('error', () => undefined);
  return destination;
}

function asDetails(details: Record<string, unknown> | undefined): Record<string, unknown> {
  if (details === undefined) return {};
  const { error, ...rest } = details;
  return error === undefined ? rest : { ...rest, err: error };
}

export function createLog(env: NodeJS.ProcessEnv = process.env): HostLog {
  const logger: Logger = pino(
    { level: logLevel(env.HOOKWRIGHT_LOG), base: null },
    process.stderr.isTTY ? terminal() : pipe(),
  );
  return {
    debug: (message, details) => logger.debug(asDetails(details), message),
    info: (message, details) => logger.info(asDetails(details), message),
    warn: (message, details) => logger.warn(asDetails(details), message),
    error: (message, details) => logger.error(asDetails(details), message),
    flush: () => logger.flush(),
  };
}
