/** The Hookwright that the tools use: the one that is running, else one that ends with the session. */

import { setTimeout } from 'node:timers/promises';
import {
  checkDataFolder,
  type DataFolder,
  dataFolderOf,
} from '#main/hosts/headless/data-folder.ts';
import { type HostAddress, readHostFile } from '#main/hosts/headless/host-file.ts';
import { findWorkspace } from '#main/hosts/headless/workspace.ts';
import { ToolError } from '#main/hosts/mcp/tool-error.ts';
import { StartupProblem } from '#main/kit/ports.ts';
import { isInUse } from '#main/store/folder-lock.ts';
import type { ContractClient } from '#shared/contract.ts';
import { CommandError } from '../command-error.ts';
import { addressOf, clientOf, foreignHostText, type HostOptions } from '../host.ts';
import { type OwnHost, startHost } from './own-host.ts';

export interface Instance {
  /** Finds or starts it. Throws a ToolError. */
  connect(): Promise<ContractClient>;
  /** Stops it if this process started it. */
  stop(): Promise<void>;
}

/** Enough for a machine under load. */
const pingMs = 10_000;
const startMs = 30_000;
const startPollMs = 100;

const lost = (url: string, cause: unknown): ToolError =>
  new ToolError(
    'connection_lost',
    `Lost the connection to Hookwright at ${url}. The call may have been carried out.`,
    'Call again: Hookwright is started if none is running. Before you repeat a change, check with a list whether it was made.',
    cause,
  );

type State = 'running' | 'wrong_token' | 'not_running';

async function stateOf({ url, token }: HostAddress): Promise<State> {
  try {
    const response = await fetch(`${url}/api/system`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(pingMs),
    });
    await response.body?.cancel();
    if (response.ok) return 'running';
    return response.status === 401 ? 'wrong_token' : 'not_running';
  } catch {
    return 'not_running';
  }
}

/** Null if none runs: then, one is started. */
async function runningIn(folder: DataFolder): Promise<HostAddress | null> {
  checkDataFolder(folder);
  const found = await readHostFile(folder.path);
  if (found === 'foreign') throw new ToolError('not_configured', foreignHostText(folder));
  return found !== null && (await stateOf(found)) === 'running' ? found : null;
}

async function findRunning(folder: DataFolder): Promise<HostAddress | null> {
  try {
    return await runningIn(folder);
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    throw new ToolError('not_configured', error.message, undefined, error);
  }
}

/** Another session may be starting it: it locks the data folder first, and writes its file once it is ready. */
async function startedByOthers(folder: DataFolder): Promise<HostAddress | null> {
  const triesUntil = performance.now() + startMs;
  for (;;) {
    const found = await findRunning(folder);
    if (found !== null || performance.now() > triesUntil || !isInUse(folder.path)) return found;
    await setTimeout(startPollMs);
  }
}

/** The address of an option; problems name the option. */
async function chosenAddress(options: HostOptions): Promise<HostAddress> {
  try {
    return await addressOf(options);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new ToolError('not_configured', error.message, undefined, error);
  }
}

/** For a whole session: a `hookwright.json` that appears or is removed meanwhile leads to no other instance. */
export function createInstance(options: HostOptions): Instance {
  const workspace = options.data === undefined ? findWorkspace(process.cwd()) : null;
  const folder = dataFolderOf(options.data, workspace);
  let own: OwnHost | null = null;
  let connecting: Promise<HostAddress> | null = null;
  let isStopped = false;

  async function chosen(): Promise<HostAddress> {
    const address = await chosenAddress(options);
    const state = await stateOf(address);
    if (state === 'running') return address;
    throw state === 'wrong_token'
      ? new ToolError(
          'unauthorized',
          `${address.url} rejected the access token.`,
          'Set HOOKWRIGHT_TOKEN, or pass --token-file, for the command hookwright mcp.',
        )
      : new ToolError(
          'not_running',
          `Hookwright isn't running at ${address.url}.`,
          'Start it, or remove --url so that one is started when needed.',
        );
  }

  async function find(): Promise<HostAddress> {
    if (options.url !== undefined) return chosen();
    const running = await findRunning(folder);
    if (running !== null) return running;
    try {
      if (isStopped) throw new ToolError('stopped', 'The session has ended.');
      own = await startHost(options, workspace);
      return own.address;
    } catch (error) {
      const other = await startedByOthers(folder);
      if (other !== null) return other;
      throw error;
    }
  }

  /** Calls at the same time share one start. */
  function address(): Promise<HostAddress> {
    connecting ??= find().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  return {
    async connect() {
      const { url, token } = await address();
      return clientOf({ url, token }, (cause) => lost(url, cause));
    },
    async stop() {
      isStopped = true;
      await connecting?.catch(() => undefined);
      await own?.stop();
    },
  };
}
