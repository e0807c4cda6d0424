/** The log of the desktop app: a file, since nobody sees its stderr. */
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Log } from '#core/ports.ts';
import { logLevel } from '#shared/lib/log-level.ts';

/** The present file and the one before it: enough to look back, small enough to send. */
const bytesKept = 5 * 1024 * 1024;

function makeRoom(file: string): void {
  try {
    if (statSync(file).size > bytesKept) renameSync(file, `${file}.1`);
  } catch {
    // There is none yet.
  }
}

function asDetails(details: Record<string, unknown> | undefined): Record<string, unknown> {
  if (details === undefined) return {};
  const { error, ...rest } = details;
  return error === undefined ? rest : { ...rest, err: error };
}

export function createLog(dataFolder: string, env: NodeJS.ProcessEnv = process.env): Log {
  const file = join(dataFolder, 'hookwright.log');
  makeRoom(file);
  const destination = pino.destination({ dest: file, sync: true, mkdir: true, mode: 0o600 });
  // A full disk must not stop the work.
  destination.on('error', () => undefined);
  const logger = pino({ level: logLevel(env.HOOKWRIGHT_LOG), base: null }, destination);
  return {
    debug: (message, details) => logger.debug(asDetails(details), message),
    info: (message, details) => logger.info(asDetails(details), message),
    warn: (message, details) => logger.warn(asDetails(details), message),
    error: (message, details) => logger.error(asDetails(details), message),
  };
}
