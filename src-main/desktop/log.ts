/** The log of the desktop app: a file, since nobody sees its stderr. */
import { join } from 'node:path';
import { pino } from 'pino';
import type { Log } from '#core/ports.ts';
import { logLevel } from '#shared/lib/log-level.ts';
import { createRotatingFile } from './rotating-file.ts';

/** The present file and the one before it: enough to look back, small enough to send. */
const maxFileBytes = 5 * 1024 * 1024;

function asDetails(details: Record<string, unknown> | undefined): Record<string, unknown> {
  if (details === undefined) return {};
  const { error, ...rest } = details;
  return error === undefined ? rest : { ...rest, err: error };
}

export function createLog(dataFolder: string, env: NodeJS.ProcessEnv = process.env): Log {
  const file = join(dataFolder, 'hookwright.log');
  const destination = createRotatingFile(file, maxFileBytes);
  const logger = pino({ level: logLevel(env.HOOKWRIGHT_LOG), base: null }, destination);
  return {
    debug: (message, details) => logger.debug(asDetails(details), message),
    info: (message, details) => logger.info(asDetails(details), message),
    warn: (message, details) => logger.warn(asDetails(details), message),
    error: (message, details) => logger.error(asDetails(details), message),
  };
}
