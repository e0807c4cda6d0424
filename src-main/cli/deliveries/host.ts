/** The running host that the subcommands of `hookwright deliveries` work on. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { type Command, Option } from 'commander';
import { StartupProblem } from '#core/ports.ts';
import type { Contract } from '#shared/contract/index.ts';
import { quoted } from '#shared/lib/curl.ts';
import { defaultDataFolder, type HostAddress, readHostFile } from '../../headless/data-folder.ts';
import { givenToken } from '../../headless/given-token.ts';
import { createRestLink } from '../rest-link.ts';
import { CommandProblem } from './outcome.ts';

export type Host = ContractRouterClient<Contract>;

/** Options that every subcommand has. */
export interface HostOptions {
  readonly url?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly data?: string;
  readonly json?: boolean;
}

export const addHostOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--url <url>',
        'address of the running Hookwright (default: what it left in its data folder)',
      ).env('HOOKWRIGHT_URL'),
    )
    .addOption(
      new Option('--token <t>', 'its access token (default: HOOKWRIGHT_TOKEN)').conflicts(
        'tokenFile',
      ),
    )
    .option('--token-file <file>', 'file with its access token')
    .option('--data <dir>', 'data folder in which to look for it (default: that of the system)')
    .option('--json', 'answer in JSON')
    .allowExcessArguments(false);

/** An address as it is printed: of the interface, with its token or without, or of REST. */
function readUrl(text: string): { readonly url: string; readonly token: string | null } {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandProblem(
      'misused',
      `--url "${text}" is no address: give one such as http://127.0.0.1:8378.`,
    );
  return { url: url.origin, token: url.searchParams.get('token') };
}

async function tokenOf(options: HostOptions): Promise<string | undefined> {
  try {
    return await givenToken(options);
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    throw new CommandProblem('misused', error.message);
  }
}

async function addressOf(options: HostOptions): Promise<HostAddress> {
  const { url, data } = options;
  const folder = data ?? defaultDataFolder();
  const left = await readHostFile(folder);
  const given = url === undefined ? null : readUrl(url);
  const found = given?.url ?? left?.url;
  if (found === undefined)
    throw new CommandProblem(
      'failed',
      `No Hookwright runs on the data in ${folder}. Start it with "hookwright serve", or pass --url and --token-file.`,
    );
  const pass =
    (await tokenOf(options)) ?? given?.token ?? (left?.url === found ? left.token : undefined);
  if (pass === undefined)
    throw new CommandProblem(
      'misused',
      `The access token of ${found} is unknown. Set HOOKWRIGHT_TOKEN, or pass --token-file or --token.`,
    );
  return { url: found, token: pass };
}

const plain = /^[\w@%+=:,./-]+$/;

/**
 * The options by which the command was told where the host is, for another one to be typed; what the
 * environment told is still there. A token is named without its value: terminals are recorded.
 */
export function whereAgain(
  command: Command,
  { url, data, tokenFile }: HostOptions,
): readonly string[] {
  const isGiven = (name: keyof HostOptions) => command.getOptionValueSource(name) === 'cli';
  const given = url !== undefined && isGiven('url') ? readUrl(url) : null;
  const argument = (text: string): string => (plain.test(text) ? text : quoted(text));
  return [
    ...(data === undefined ? [] : [`--data ${argument(data)}`]),
    ...(given === null ? [] : [`--url ${given.url}`]),
    ...(isGiven('token') || (given !== null && given.token !== null) ? ['--token TOKEN'] : []),
    ...(tokenFile === undefined ? [] : [`--token-file ${argument(tokenFile)}`]),
  ];
}

/** Throws a CommandProblem that says what to give when it cannot be found. */
export async function connectHost(options: HostOptions): Promise<Host> {
  const { url, token } = await addressOf(options);
  const link = createRestLink({
    url: `${url}/api`,
    headers: { authorization: `Bearer ${token}` },
    async fetch(request, init) {
      try {
        return await fetch(request, init);
      } catch (cause) {
        if (request.signal.aborted) throw cause;
        throw new CommandProblem(
          'failed',
          `Nothing answers at ${url}: is Hookwright running there?`,
          cause,
        );
      }
    },
  });
  return createORPCClient(link);
}
