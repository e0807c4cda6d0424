/** Runs a snippet as its own process, like its reader. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { VerificationSnippet } from '#shared/lib/verification/snippet.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import type { Command, Runner } from './runners.ts';

const here = import.meta.dirname;

export const canRun = ([command, ...rest]: Command): boolean =>
  spawnSync(command, rest, { stdio: 'ignore' }).status === 0;

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Frameworks report readiness in different ways or not at all, so this polls. */
async function listening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`The snippet ended:\n${said()}`);
    await setTimeout(50);
  }
}

/** The address of the running snippet, stopped after the test. */
export async function runSnippet(
  snippet: VerificationSnippet,
  runner: Runner,
  secret: string,
): Promise<string> {
  const folder = temporaryFolder();
  const file = join(folder, snippet.file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, snippet.code('MY_SECRET'));
  for (const name of runner.beside ?? [])
    cpSync(join(here, 'hosts', name), join(folder, name), { recursive: true });
  symlinkSync(join(here, '../../node_modules'), join(folder, 'node_modules'), 'junction');

  const port = await unusedPort();
  // Java and Ruby decode the environment with the locale's encoding.
  const env = { ...process.env, MY_SECRET: secret, PORT: String(port), LC_ALL: 'C.UTF-8' };
  if (runner.build !== undefined) {
    const [command, ...rest] = runner.build;
    const { status, stderr } = spawnSync(command, rest, { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The snippet does not compile:\n${stderr}`);
  }
  const [command, ...rest] = runner.run.map((part) => part.replace('PORT', String(port)));
  if (command === undefined) throw new Error('There is no command.');
  const child = spawn(command, rest, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await listening(child, port, () => output.join(''));
  return `http://127.0.0.1:${port}/webhook`;
}
