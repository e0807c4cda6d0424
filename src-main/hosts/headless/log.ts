/** The headless host's log on stderr: readable lines on a terminal, JSON otherwise. */

import { type DestinationStream, type Logger, pino } from 'pino';
import type { Log } from '#main/kit/ports.ts';
import { logLevel } from '#shared/kit/log-level.ts';
import { escapedJson } from '#shared/kit/visible-text.ts';
import { printLines } from './print.ts';

export interface HostLog extends Log {
  /** Flushes buffered records. */
  flush(): void;
}

function terminal(): DestinationStream {
  return { write: (record) => printLines(logLines(record), process.stderr) };
}

function pipe(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: 2, sync: true });
  // The log's reader has disconnected. Continue without it.
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
    {
      level: logLevel(env.HOOKWRIGHT_LOG),
      base: null,
      hooks: { streamWrite: escapedJson },
    },
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

/** Formats a log record as readable lines. */

const levelNames: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' };

interface LogRecord {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

function valueText(value: unknown): string {
  return typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
}

export function logLines(record: string): readonly string[] {
  const { level, time, msg, err, ...details } = JSON.parse(record) as LogRecord;
  const pairs = Object.entries(details).map(([name, value]) => `${name}=${valueText(value)}`);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const head = [clock, levelNames[level] ?? 'note ', msg ?? '', ...pairs].join(' ').trimEnd();
  if (err === undefined) return [head];
  // Errors indicate bugs, so the stack is useful for reports.
  const cause = level >= 50 ? (err.stack ?? err.message) : err.message;
  const stack = String(cause ?? 'no details').split('\n');
  return [head, ...stack.map((line) => `    ${line}`)];
}
