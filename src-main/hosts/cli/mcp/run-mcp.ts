/** Serves the tools over stdio until the client closes it. Only the protocol is written to stdout. */
import { join } from 'node:path';
import { INVALID_REQUEST } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { printError, printLine } from '#main/hosts/headless/print.ts';
import type { AccessLevel } from '#main/hosts/mcp/access-level.ts';
import { createMcpServer } from '#main/hosts/mcp/server.ts';
import type { HostOptions } from '../host.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createInstance } from './instance.ts';
import { limitedLines } from './limited-lines.ts';

export interface McpCommandOptions extends HostOptions {
  readonly allow: AccessLevel;
}

const docsFolder = join(import.meta.dirname, '..', 'docs');

/** Far more than any input of a tool. */
const maxMessageBytes = 10 * 1024 * 1024;

/** Its ID is null, since the message was not read (JSON-RPC 2.0, 5). */
function rejectLongMessage(): void {
  const message = 'The message is longer than 10 MB. Send less at once.';
  const error = { code: INVALID_REQUEST, message };
  printLine(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  printError(message);
}

/** The transport of the library ends the session at a message that is too long. */
const createTransport = () =>
  new StdioServerTransport(
    process.stdin.pipe(limitedLines(maxMessageBytes, rejectLongMessage)),
    process.stdout,
    { maxBufferSize: maxMessageBytes },
  );

/** Resolves when the client closes stdin, or the process should stop. */
function sessionEnd(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    process.stdin.once('end', end).once('close', end);
    process.stdout.once('error', end);
    onInterrupt(end);
  });
}

export async function runMcp(options: McpCommandOptions, version: string): Promise<void> {
  const { allow } = options;
  const instance = createInstance(options);
  const ended = sessionEnd();
  const session = serveStdio(
    () =>
      createMcpServer({
        version,
        allow,
        docsFolder,
        connect: instance.connect,
        allowText: (level) => `--allow ${level} to the command hookwright mcp`,
      }),
    { transport: createTransport(), onerror: (error) => printError(error.message) },
  );
  await ended;
  await session.close();
  await instance.stop();
}
