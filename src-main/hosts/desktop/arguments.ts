import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface DesktopArguments {
  readonly data: string | undefined;
  /** Of the interface and REST. */
  readonly port: number | undefined;
  readonly ingestPort: number | undefined;
  readonly mockPort: number | undefined;
  readonly mockHttpsPort: number | undefined;
  /** Folders and files to open, and what belongs to Chromium's switches. */
  readonly opened: readonly string[];
  /** Start without the initial source, mock endpoint and destination. */
  readonly empty: boolean;
}

type Value = string | boolean | undefined;

function portOf(value: Value): number | undefined {
  const isPort = typeof value === 'string' && /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
  return isPort ? Number(value) : undefined;
}

/** Not strict, because Chromium's own switches are among the arguments. */
export function parseArguments(args: readonly string[]): DesktopArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'ingest-port': { type: 'string' },
      'mock-port': { type: 'string' },
      'mock-https-port': { type: 'string' },
      empty: { type: 'boolean' },
    },
  });
  const { data } = values;
  return {
    data: typeof data === 'string' && data !== '' ? resolve(data) : undefined,
    port: portOf(values.port),
    ingestPort: portOf(values['ingest-port']),
    mockPort: portOf(values['mock-port']),
    mockHttpsPort: portOf(values['mock-https-port']),
    opened: positionals,
    empty: values.empty === true,
  };
}
