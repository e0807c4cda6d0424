/** The official MCP client, connected to the built product. */
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ErrorBody } from '#shared/kit/operation-errors.ts';
import { cli, type Host } from '#test/e2e/support/start-host.ts';
import { ownNode } from '../../../../scripts/node-binary.mjs';

type Fields = Readonly<Record<string, unknown>>;

export interface Agent {
  readonly client: Client;
  /** Of the process over stdio; null over HTTP. */
  readonly pid: number | null;
  /** Names of the actions that were called. */
  readonly called: ReadonlySet<string>;
  /** The result of an action, by its name alone; fails if the action does. */
  // biome-ignore lint/suspicious/noExplicitAny: results are compared, and each tool has its own.
  call(name: string, input?: Fields): Promise<any>;
  /** The error of an action, or of a tool. */
  fails(name: string, input?: Fields): Promise<ErrorBody>;
  close(): Promise<void>;
}

const textOf = ({ content }: CallToolResult): string => {
  const [part] = content;
  return part?.type === 'text' ? part.text : '';
};

/** None for a tool with only one. */
const actionsIn = ({ properties }: Tool['inputSchema']): readonly unknown[] =>
  (properties?.action as { readonly enum?: readonly unknown[] } | undefined)?.enum ?? [];

function agentOf(client: Client, pid: number | null): Agent {
  const called = new Set<string>();
  let listed: ReturnType<Client['listTools']> | undefined;
  /** The tool that an action belongs to, and the arguments that choose it. */
  const chosen = async (name: string, input: Fields) => {
    listed ??= client.listTools();
    const { tools } = await listed;
    const tool = tools.find(({ inputSchema }) => actionsIn(inputSchema).includes(name));
    return tool === undefined
      ? { name, arguments: input }
      : { name: tool.name, arguments: { action: name, ...input } };
  };
  const callTool = async (name: string, input: Fields) => {
    called.add(name);
    const result = await client.callTool(await chosen(name, input));
    return { isError: result.isError === true, value: JSON.parse(textOf(result)) };
  };
  return {
    client,
    pid,
    called,
    async call(name, input = {}) {
      const { isError, value } = await callTool(name, input);
      if (isError) throw new Error(`${name}: ${JSON.stringify(value)}`);
      return value;
    },
    async fails(name, input = {}) {
      const { isError, value } = await callTool(name, input);
      if (!isError) throw new Error(`${name} did not fail: ${JSON.stringify(value)}`);
      return value;
    },
    close: () => client.close(),
  };
}

const newClient = () => new Client({ name: 'test', version: '1' });

export interface StdioAgent extends Agent {
  readonly pid: number;
  /** What it has written to stderr. */
  log(): string;
}

/** Starts `hookwright mcp`. */
export async function stdioAgent(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<StdioAgent> {
  const transport = new StdioClientTransport({
    command: ownNode,
    args: [cli, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    ...(cwd !== undefined && { cwd }),
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const client = newClient();
  await client.connect(transport);
  if (transport.pid === null) throw new Error('It has no process.');
  return { ...agentOf(client, transport.pid), pid: transport.pid, log: () => log };
}

export async function httpAgent({ apiUrl, token }: Host, query = ''): Promise<Agent> {
  const client = newClient();
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/mcp${query}`, apiUrl), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return agentOf(client, null);
}
