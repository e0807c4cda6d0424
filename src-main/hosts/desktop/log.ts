/** The desktop app's log files, because its stderr isn't visible. */

import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { makeFolder } from '#main/kit/files.ts';
import type { Log } from '#main/kit/ports.ts';
import { logLevel } from '#shared/kit/log-level.ts';

/** Maximum size of each of the two files: enough history, but small enough to send. */
const maxFileBytes = 5 * 1024 * 1024;

function asDetails(details: Record<string, unknown> | undefined): Record<string, unknown> {
  if (details === undefined) return {};
  const { error, ...rest } = details;
  return error === undefined ? rest : { ...rest, err: error };
}

/** Each process has a file of its own: only one may rotate it. */
export function createLog(
  folder: string,
  { name = 'hookwright.log', env = process.env }: { name?: string; env?: NodeJS.ProcessEnv } = {},
): Log {
  const file = join(folder, name);
  const destination = createRotatingFile(file, maxFileBytes);
  const logger = pino({ level: logLevel(env.HOOKWRIGHT_LOG), base: null }, destination);
  return {
    debug: (message, details) => logger.debug(asDetails(details), message),
    info: (message, details) => logger.info(asDetails(details), message),
    warn: (message, details) => logger.warn(asDetails(details), message),
    error: (message, details) => logger.error(asDetails(details), message),
  };
}

// A log file that rotates at a size limit. Keeps the current and the previous file.

interface RotatingFile {
  write(record: string): void;
}

interface Opened {
  readonly descriptor: number;
  bytes: number;
}

function open(file: string): Opened {
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, bytes: fstatSync(descriptor).size };
}

/** With a full disk or a missing folder, records are lost but the app continues. */
export function createRotatingFile(file: string, maxBytes: number): RotatingFile {
  let opened: Opened | null = null;

  function openFor(bytes: number): Opened {
    opened ??= open(file);
    if (opened.bytes === 0 || opened.bytes + bytes <= maxBytes) return opened;
    closeSync(opened.descriptor);
    opened = null;
    renameSync(file, `${file}.1`);
    opened = open(file);
    return opened;
  }

  makeFolder(dirname(file));
  return {
    write(record) {
      try {
        const chunk = Buffer.from(record);
        const target = openFor(chunk.length);
        target.bytes += writeSync(target.descriptor, chunk);
      } catch {
        // The record is lost.
      }
    },
  };
}
