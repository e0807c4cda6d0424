/** Hosts one after the other in one process: loading the host takes twenty times as long as starting it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServeOptions } from '#main/hosts/headless/serve.ts';
import { ownNode } from '../../../scripts/node-binary.mjs';
import type { Ended } from './run-hosts.ts';
import { asHost, type Host, type HostOptions, readyLine } from './start-host.ts';

export type HostContent = Pick<HostOptions, 'firstContent'>;

export interface Hosts {
  /** The one before has to have been stopped. */
  start(content?: HostContent): Promise<Host>;
  end(): Promise<void>;
}

const program = join(import.meta.dirname, 'run-hosts.ts');

export function offerHosts(): Hosts {
  let runner: ChildProcess | null = null;
  let written = '';

  function run(): ChildProcess {
    const child = fork(program, [], { execPath: ownNode, silent: true, execArgv: [] });
    child.stderr?.on('data', (chunk: Buffer) => {
      written += chunk;
    });
    return child;
  }

  async function start({ firstContent = false }: HostContent = {}): Promise<Host> {
    if (runner?.connected !== true) runner = run();
    const child = runner;
    written = '';
    const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
    const ports = { port: 0, ingestPort: 0, mockPort: 0, mockHttpsPort: 0 };
    const ready = readyLine(child, () => written);
    const rest = { host: '127.0.0.1', json: true, open: false, empty: !firstContent };
    child.send({ data: dataFolder, ...ports, ...rest } satisfies ServeOptions);
    const stop = async (): Promise<number | null> => {
      const exitCode = await askToEnd(child);
      await rm(dataFolder, { recursive: true, force: true });
      return exitCode;
    };
    let stopped: Promise<number | null> | undefined;
    return {
      ...asHost(await ready),
      dataFolder,
      log: () => written,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  }

  return {
    start,
    end: async () => {
      if (runner?.connected !== true) return;
      runner.disconnect();
      await once(runner, 'exit');
    },
  };
}

/** A host that stops too slowly takes the process with it. */
async function askToEnd(child: ChildProcess): Promise<number | null> {
  if (!child.connected) return child.exitCode;
  const finished = new AbortController();
  const exited = once(child, 'exit', finished).then(([code]) => code as number | null);
  const ended = once(child, 'message', finished).then(
    ([{ exitCode }]) => exitCode as Ended['exitCode'],
  );
  for (const one of [exited, ended]) one.catch(() => undefined);
  child.send('stop');
  const exitCode = await Promise.race([exited, ended]);
  finished.abort();
  return exitCode;
}
