/** One life of the built headless host: from its start to its end, which is often a violent one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ledger } from '#shared/schemas/ledger.ts';

const cli = join(import.meta.dirname, '..', '..', 'out', 'node', 'cli.js');

export interface ReadyHost {
  readonly api: string;
  readonly ingest: string;
  readonly token: string;
}

export interface HostLife {
  readonly process: ChildProcess;
  /** Resolves once it takes events; null when it ended before that. */
  readonly ready: Promise<ReadyHost | null>;
  /** Ends it at once, with no chance to tidy up. */
  kill(): Promise<void>;
  /** Asks it to end; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface LifeOptions {
  readonly dataFolder: string;
  readonly configuration?: string;
  /** Told of every line of the log. */
  readonly log?: (line: string) => void;
  /** Starts the program by a shell that sets limits first: `ulimit -f 100`. */
  readonly limits?: string;
}

export function startLife(options: LifeOptions): HostLife {
  const { dataFolder, configuration, limits } = options;
  const args = [
    ...[cli, 'serve', '--json', '--no-open', '--port', '0', '--ingest-port', '0'],
    ...['--receiver-port', '0', '--receiver-https-port', '0', '--data', dataFolder],
    ...(configuration === undefined ? [] : ['--config', configuration]),
  ];
  const child =
    limits === undefined
      ? spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, process.execPath, ...args], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  // Read also when nobody wants it: a full pipe would stop the host.
  createInterface({ input: child.stderr }).on('line', options.log ?? (() => undefined));
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  return {
    process: child,
    ready: Promise.race([
      firstLine.then(([line]) => JSON.parse(String(line)) as ReadyHost),
      exited.then(() => null),
    ]),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}

/** Follows the change feed over REST until the ledger is as asked. */
export async function ledgerOf(ready: ReadyHost, is: (ledger: Ledger) => boolean): Promise<Ledger> {
  const leaving = new AbortController();
  const response = await fetch(`${ready.api}/changes`, {
    headers: { authorization: `Bearer ${ready.token}` },
    signal: leaving.signal,
  });
  if (response.body === null) throw new Error(`The change feed answered ${response.status}.`);
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { ledger } = JSON.parse(line.slice('data: '.length)) as { ledger: Ledger };
      if (!is(ledger)) continue;
      leaving.abort();
      return ledger;
    }
  }
  throw new Error('The change feed ended before the ledger was as asked.');
}
