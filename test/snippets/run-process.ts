/** Receivers as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 20;

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

/** Frameworks report readiness in different ways or not at all, so this polls until one has ended. */
export async function listening(port: number, ended: Promise<string>): Promise<void> {
  let output: string | undefined;
  void ended.then((text) => {
    output = text;
  });
  while (!(await isListening(port))) {
    if (output !== undefined) throw new Error(`The receiver ended:\n${output}`);
    await pause(pollMs);
  }
}

export interface RunningProcess {
  /** Resolves with the output. */
  readonly ended: Promise<string>;
  /** Ends it, and the processes it started. */
  stop(): Promise<void>;
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    // A group of processes, which Windows does not have.
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

export function startProcess(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  onLine: (line: string) => void = () => undefined,
): RunningProcess {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    // Java and Ruby decode the environment with the locale's encoding.
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine(line);
    });
  const ended = once(child, 'close').then(
    () => lines.join('\n'),
    (error) => String(error),
  );
  return {
    ended,
    async stop() {
      kill(child);
      await ended;
    },
  };
}
