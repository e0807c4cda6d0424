/** The built command line as a process, as CI runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { ownNode } from '../../../../scripts/node-binary.mjs';

export const project = resolve(import.meta.dirname, '../../../..');
const cli = join(project, 'out/node/cli.js');

export interface StartedCli {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Resolves when the standard output contains the text. */
  printed(text: string): Promise<void>;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export function startCli(cwd: string, args: readonly string[], env = {}): StartedCli {
  const child = spawn(ownNode, [cli, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GITHUB_ACTIONS: '', ...env },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return {
    child,
    output,
    async printed(text) {
      while (!output.stdout.includes(text)) await once(child.stdout ?? child, 'data');
    },
    ended,
  };
}

export const runCli = (cwd: string, args: readonly string[], env = {}) =>
  startCli(cwd, args, env).ended;
