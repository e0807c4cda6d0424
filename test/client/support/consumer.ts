/** A project that depends on the built package, like a user's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../../..');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Consumer {
  write(name: string, content: string): void;
  /** Runs Node in the project until it exits. */
  node(args: readonly string[], env?: NodeJS.ProcessEnv, program?: string): Promise<Ended>;
  /** Runs a version of TypeScript: `typescript`, `typescript-5.4`. */
  tsc(version: string, args: readonly string[]): Promise<Ended>;
  readonly folder: string;
}

export function makeConsumer(): Consumer {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'hookwright'), 'junction');
  const node = async (
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    program: string = process.execPath,
  ): Promise<Ended> => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, DEBUG: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, stdout, stderr };
  };
  return {
    write: (name, content) => writeFileSync(join(folder, name), content),
    node,
    tsc: (version, args) => node([join(root, 'node_modules', version, 'bin/tsc'), ...args]),
    folder,
  };
}
