/** Connects commands to the running host. */
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { type Command, Option } from 'commander';
import { readConfiguredToken } from '#main/hosts/headless/configured-token.ts';
import { checkDataFolder, type DataFolder } from '#main/hosts/headless/data-folder.ts';
import { type HostAddress, hostFileIn, readHostFile } from '#main/hosts/headless/host-file.ts';
import { currentDataFolder } from '#main/hosts/headless/workspace.ts';
import { StartupProblem } from '#main/kit/ports.ts';
import type { Contract } from '#shared/contract.ts';
import { System } from '#shared/settings/system.ts';
import { CommandError } from './command-error.ts';
import { createRestLink } from './rest-link.ts';

export type Host = ContractRouterClient<Contract>;

const ResponseOfHost = System.pick({ version: true, epoch: true });

/** Options that these commands have. */
export interface HostOptions {
  readonly url?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** Options that select the host. */
export const addAddressOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--url <url>',
        'address of the running Hookwright (default: read from its data folder)',
      ).env('HOOKWRIGHT_URL'),
    )
    .option(
      '--token-file <file>',
      "file with the access token (default: HOOKWRIGHT_TOKEN, or the data folder's)",
    )
    .option(
      '--data <dir>',
      "data folder of the running Hookwright (default: the system's application-data folder)",
    )
    .allowExcessArguments(false);

export const addHostOptions = (command: Command): Command =>
  addAddressOptions(command).option('--json', 'print JSON');

/** Accepts every address that Hookwright prints: the interface, with or without token, and REST. */
function readUrl(text: string): { readonly url: string; readonly token: string | null } {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandError(
      'usage',
      `--url "${text}" is not a valid address. Use one such as http://127.0.0.1:8378.`,
    );
  return { url: url.origin, token: url.searchParams.get('token') };
}

async function asUsageError<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    throw new CommandError('usage', error.message);
  }
}

/** Why the address in the file of a running host is not used. */
export const foreignHostText = (folder: DataFolder): string =>
  `${hostFileIn(folder.path)} is accessible to other users, or doesn't name a loopback address. Delete it, or pass --url and --token-file.`;

/** The address in the file of a running host. Throws a CommandError. */
async function findHost(folder: DataFolder): Promise<HostAddress | null> {
  const found = await asUsageError(async () => {
    checkDataFolder(folder);
    return readHostFile(folder.path);
  });
  if (found !== 'foreign') return found;
  throw new CommandError('failed', foreignHostText(folder));
}

/** Throws a CommandError that names the missing option. */
export async function addressOf(options: HostOptions): Promise<HostAddress> {
  const { url, data } = options;
  const folder = currentDataFolder(data);
  const fromOption = url === undefined ? null : readUrl(url);
  const hostFile = await findHost(folder).catch((error) => {
    // The user named the address.
    if (fromOption === null) throw error;
    return null;
  });
  const address = fromOption?.url ?? hostFile?.url;
  if (address === undefined)
    throw new CommandError(
      'failed',
      `Hookwright isn't running with the data folder ${folder.path}. Start it with "hookwright serve", or pass --url and --token-file.`,
    );
  const token =
    (await asUsageError(() => readConfiguredToken(options))) ??
    fromOption?.token ??
    (hostFile?.url === address ? hostFile.token : null);
  if (token === null)
    throw new CommandError(
      'usage',
      `${address} requires an access token. Set HOOKWRIGHT_TOKEN, or pass --token-file.`,
    );
  return { url: address, token };
}

/** A response whose body can end early, as that of a stream when the host is killed. */
function withProblems(response: Response, problemOf: (cause: unknown) => unknown): Response {
  const { body, status, headers } = response;
  if (body === null) return response;
  const reader = body.getReader();
  const parts = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        throw problemOf(cause);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(parts, { status, headers });
}

/** A client of that host; `problemOf` is called when it can't be reached, or is lost. */
export function clientOf({ url, token }: HostAddress, problemOf: (cause: unknown) => Error): Host {
  const link = createRestLink({
    url: `${url}/api`,
    headers: { authorization: `Bearer ${token}` },
    async fetch(request, init) {
      const problem = (cause: unknown) => (request.signal.aborted ? cause : problemOf(cause));
      try {
        // No host redirects: another program listens there.
        return withProblems(await fetch(request, { ...init, redirect: 'error' }), problem);
      } catch (cause) {
        throw problem(cause);
      }
    },
  });
  return createORPCClient(link);
}

/** Throws a CommandError that names the missing option. */
export async function connectHost(options: HostOptions): Promise<Host> {
  const address = await addressOf(options);
  const failed = (cause?: unknown) =>
    new CommandError(
      'failed',
      `Can't connect to ${address.url}. Is Hookwright running there?`,
      cause,
    );
  const host = clientOf(address, failed);
  // Another server may listen there.
  const response: unknown = await host.system.get().catch((error: unknown) => {
    const isOfHost = error instanceof ORPCError && error.status === 401;
    throw isOfHost || error instanceof CommandError ? error : failed(error);
  });
  if (!ResponseOfHost.safeParse(response).success) throw failed();
  return host;
}
