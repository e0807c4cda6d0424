/** A headless host in a process of its own. It ends with this one, whatever ends this one. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { HostAddress } from '#main/hosts/headless/host-file.ts';
import type { Workspace } from '#main/hosts/headless/workspace.ts';
import { ToolError } from '#main/hosts/mcp/tool-error.ts';
import type { HostOptions } from '../host.ts';

export interface OwnHost {
  readonly address: HostAddress;
  stop(): Promise<void>;
}

const Ready = z.object({ api: z.string(), token: z.string() });

const maxStderrLength = 2_000;

/** The last line that says why it ended, with those that follow, such as the fields of a configuration file. */
function reasonIn(log: string): string {
  const start = log.lastIndexOf('hookwright: ');
  return start < 0
    ? 'It ended before it was ready.'
    : log
        .slice(start + 'hookwright: '.length)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ');
}

function placeArguments(data: string | undefined, workspace: Workspace | null) {
  if (data !== undefined) return ['--data', data];
  return workspace === null ? ['--no-workspace'] : ['--workspace', workspace.folder];
}

/** Looks for no workspace itself. */
export async function startHost(
  { data, token, tokenFile }: HostOptions,
  workspace: Workspace | null,
): Promise<OwnHost> {
  const child = fork(
    process.argv[1] ?? '',
    [
      ...['serve', '--json', '--no-open'],
      ...placeArguments(data, workspace),
      ...(tokenFile === undefined ? [] : ['--token-file', tokenFile]),
    ],
    {
      // stdout of this process is for the protocol. The channel ends the host with this process.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Not as an argument, which other users of the machine can read.
      env: { ...process.env, ...(token !== undefined && { HOOKWRIGHT_TOKEN: token }) },
    },
  );
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The host has no output.');
  let log = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    log = `${log}${text}`.slice(-maxStderrLength);
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: stdout });
  const first = await Promise.race([once(lines, 'line'), once(child, 'close').then(() => null)]);
  if (first === null)
    throw new ToolError(
      'start_failed',
      `Can't start Hookwright: ${reasonIn(log)}`,
      'Fix the cause, or use another instance with --data or --url.',
    );
  const { api, token: accessToken } = Ready.parse(JSON.parse(String(first[0])));
  // The session must not wait for it unless it is stopped.
  lines.resume();
  return {
    address: { url: new URL(api).origin, token: accessToken },
    async stop() {
      if (child.connected) child.disconnect();
      if (child.exitCode === null && child.signalCode === null) await exited;
    },
  };
}
