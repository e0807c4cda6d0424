import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface DesktopArguments {
  readonly data: string | undefined;
  readonly ingestPort: number | undefined;
}

/** Not strict, because Chromium's own switches stand among them. */
export function readArguments(args: readonly string[]): DesktopArguments {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { data: { type: 'string' }, 'ingest-port': { type: 'string' } },
  });
  const { data, 'ingest-port': port } = values;
  const isPort = typeof port === 'string' && /^\d{1,5}$/.test(port) && Number(port) <= 65_535;
  return {
    data: typeof data === 'string' && data !== '' ? resolve(data) : undefined,
    ingestPort: isPort ? Number(port) : undefined,
  };
}
