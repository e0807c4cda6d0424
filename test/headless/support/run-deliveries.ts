/** Runs `hookwright deliveries` until it exits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { ownNode } from '../../../scripts/node-binary.mjs';

const cli = resolve(import.meta.dirname, '../../../out/node/cli.js');

interface Given {
  /** Text for stdin. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function runDeliveries(args: readonly string[], { input = '', env = {} }: Given = {}) {
  const child = spawn(ownNode, [cli, 'deliveries', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}
