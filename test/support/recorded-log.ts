import type { Log } from '#main/kit/ports.ts';

export interface LogRecord {
  readonly level: keyof Log;
  readonly message: string;
  readonly error: unknown;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Keeps log entries for a test to inspect. */
export function createRecordedLog() {
  const records: LogRecord[] = [];
  const at =
    (level: keyof Log) =>
    (message: string, details: Record<string, unknown> = {}) => {
      records.push({ level, message, error: details.error, details });
    };
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { log, records, errors: () => records.filter(({ level }) => level === 'error') };
}

export type RecordedLog = ReturnType<typeof createRecordedLog>;
