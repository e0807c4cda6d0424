/** The log of the headless host: to stderr, as lines for people on a terminal and as JSON elsewhere. */

import { type DestinationStream, type Logger, pino } from 'pino';
import type { Log } from '#core/ports.ts';
import { logLevel } from '#shared/lib/log-level.ts';

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

/** One log record as a line that people read. */

const words: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' };

interface LogRecord {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

function valueText(value: unknown): string {
  return typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
}

export function logLine(record: string): string {
  const { level, time, msg, err, ...details } = JSON.parse(record) as LogRecord;
  const pairs = Object.entries(details).map(([name, value]) => `${name}=${valueText(value)}`);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const head = [clock, words[level] ?? 'note ', msg ?? '', ...pairs].join(' ').trimEnd();
  if (err === undefined) return `${head}\n`;
  // An error is a fault of the program: where it happened helps whoever reports it.
  const cause = level >= 50 ? (err.stack ?? err.message) : err.message;
  return `${head}\n${String(cause ?? 'no details').replace(/^/gm, '    ')}\n`;
}
