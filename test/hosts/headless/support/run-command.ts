/** Runs commands of the built command line in this process, one after the other: starting a process for each takes longer. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { runProgram as RunProgram } from '#main/hosts/cli/run-program.ts';
import { project } from './run-cli.ts';

export interface EndedCommand {
  /** Null if a signal ended its process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `require` of Node loads it as it is, unlike the `import` of the test runner. */
const loadProgram = () =>
  createRequire(import.meta.url)(join(project, 'out/node/run-program.js')) as {
    runProgram: typeof RunProgram;
  };

/** Collects what is written until `restore` is called. */
function collect(stream: NodeJS.WriteStream) {
  const original = stream.write;
  let text = '';
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const written = rest.at(-1);
    if (typeof written === 'function') process.nextTick(written);
    return true;
  };
  return {
    text: () => text,
    restore: () => {
      stream.write = original;
    },
  };
}

type Environment = Readonly<Record<string, string>>;

/** Changes the environment until the returned function is called, with what was changed in the meantime. */
function withEnvironment(changes: Environment): () => void {
  const before = { ...process.env };
  Object.assign(process.env, changes);
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    for (const [name, value] of Object.entries(before))
      if (process.env[name] !== value) process.env[name] = value;
  };
}

async function perform(cwd: string, args: readonly string[], env: Environment) {
  const { runProgram } = loadProgram();
  const before = process.cwd();
  const restoreEnvironment = withEnvironment({ GITHUB_ACTIONS: '', ...env });
  const stdout = collect(process.stdout);
  const stderr = collect(process.stderr);
  // That of the test runner does not write to stdout.
  const { log } = console;
  console.log = (text: string) => process.stdout.write(`${text}\n`);
  process.chdir(cwd);
  try {
    await runProgram(args);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    console.log = log;
    stdout.restore();
    stderr.restore();
    restoreEnvironment();
  }
}

let last: Promise<unknown> = Promise.resolve();

export function runCommand(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
): Promise<EndedCommand> {
  const run = last.then(() => perform(cwd, args, env));
  last = run.catch(() => undefined);
  return run;
}
