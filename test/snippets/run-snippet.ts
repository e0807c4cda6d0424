/** Runs a snippet as its own process, like its reader. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { VerificationSnippet } from '#shared/signatures/snippets/verification-snippets.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import { listening, startProcess } from './run-process.ts';
import { type Command, programOf, type RecordedRunner, type TestedRunner } from './runners.ts';

const here = import.meta.dirname;
const variable = 'MY_SECRET';

export const canRun = ([command, ...rest]: Command): boolean =>
  spawnSync(command, rest, { stdio: 'ignore' }).status === 0;

/** The first line of a command's output. */
export function firstLine([command, ...rest]: Command, cwd: string): string {
  const { stdout } = spawnSync(command, rest, { cwd, encoding: 'utf8' });
  return stdout.split('\n', 1)[0] ?? '';
}

/** The packages of this project, for snippets in Node. */
export const linkPackages = (folder: string): void =>
  symlinkSync(join(here, '../../node_modules'), join(folder, 'node_modules'), 'junction');

export function writeSnippet(folder: string, { file }: VerificationSnippet, code: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

export function build(command: readonly string[], cwd: string): void {
  const [program = '', ...args] = command;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The snippet does not compile:\n${stdout}${stderr}`);
}

export interface RunningSnippet {
  readonly url: string;
  stop(): Promise<void>;
}

export interface BuiltSnippet {
  readonly folder: string;
  /** Fails if the snippet ends instead. */
  start(secret: string): Promise<RunningSnippet>;
  remove(): void;
}

export function buildSnippet(
  snippet: VerificationSnippet,
  runner: TestedRunner | RecordedRunner,
): BuiltSnippet {
  const program = 'language' in runner ? (programOf(runner) ?? '') : '';
  const filled = (command: Command, port: number) =>
    command.map((part) => (part === 'PROGRAM' ? program : part.replace('PORT', `${port}`)));
  const folder = makeFolder();
  writeSnippet(folder, snippet, snippet.code(variable));
  for (const name of runner.beside ?? [])
    cpSync(join(here, 'hosts', name), join(folder, name), { recursive: true });
  linkPackages(folder);
  if (runner.build !== undefined) build(filled(runner.build, 0), folder);
  return {
    folder,
    async start(secret) {
      const port = await unusedPort();
      const env = { [variable]: secret, PORT: `${port}` };
      const running = startProcess(filled(runner.run, port), { cwd: folder, env });
      await listening(port, running.ended);
      return { url: `http://127.0.0.1:${port}/webhook`, stop: running.stop };
    },
    remove: () => removeFolder(folder),
  };
}

/** The address of the running snippet, stopped after the test. */
export async function runSnippet(
  snippet: VerificationSnippet,
  runner: TestedRunner,
  secret: string,
): Promise<string> {
  const built = buildSnippet(snippet, runner);
  onTestFinished(built.remove);
  const { url, stop } = await built.start(secret);
  onTestFinished(stop);
  return url;
}
