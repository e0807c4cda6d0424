/** The official MCP client, connected to the built product. */
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ErrorBody } from '#shared/contract/errors.ts';
import { ownNode } from '../../../scripts/node-binary.mjs';
import { cli, type Host } from '../../e2e/support/start-host.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Agent {
  readonly client: Client;
  /** Of the process over stdio; null over HTTP. */
  readonly pid: number | null;
  /** Names of the tools that were called. */
  readonly called: ReadonlySet<string>;
  /** The result of a tool; fails if the tool does. */
  // biome-ignore lint/suspicious/noExplicitAny: results are compared, and each tool has its own.
  call(name: string, input?: Fields): Promise<any>;
  /** The error of a tool. */
  fails(name: string, input?: Fields): Promise<ErrorBody>;
  close(): Promise<void>;
}

const textOf = ({ content }: CallToolResult): string => {
  const [part] = content;
  return part?.type === 'text' ? part.text : '';
};

function agentOf(client: Client, pid: number | null): Agent {
  const called = new Set<string>();
  const callTool = async (name: string, input: Fields) => {
    called.add(name);
    const result = await client.callTool({ name, arguments: input });
    return { isError: result.isError === true, result, value: JSON.parse(textOf(result)) };
  };
  return {
    client,
    pid,
    called,
    async call(name, input = {}) {
      const { isError, value, result } = await callTool(name, input);
      if (isError) throw new Error(`${name}: ${JSON.stringify(value)}`);
      if (
        result.structuredContent !== undefined &&
        JSON.stringify(result.structuredContent) !== JSON.stringify(value)
      )
        throw new Error(`${name}: its text and its structured content differ.`);
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
): Promise<StdioAgent> {
  const transport = new StdioClientTransport({
    command: ownNode,
    args: [cli, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
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
