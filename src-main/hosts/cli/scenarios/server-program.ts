/**
 * The user's server, started by `--restart-with` and restarted by the steps `serverRestart` and `serverCrash`. Only the
 * command line starts it: no operation, and so neither the interface nor an agent, can start a program.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProgram } from '#main/hosts/sandbox/run-settings.ts';
import { isGroupRunning, signalGroup } from '#main/kit/process-group.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { RestartOptions } from './run-options.ts';

/** Time to end by itself. */
const endLimitMs = 5_000;
const pollMs = 20;
/** Of its output, for a message. */
const maxOutputLength = 20_000;
const maxOutputLines = 5;

const endedText = 'The command of --restart-with ended. It must stay in the foreground.';

/** Whether a connection to the URL's port is accepted. */
const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname } = new URL(url);
    const socket = connect(portOf(new URL(url)), hostname.replace(/^\[|\]$/g, ''));
    const end = (isAccepted: boolean): void => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });

async function until(holds: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const endsAt = performance.now() + limitMs;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() > endsAt) return false;
    await pause(pollMs);
  }
}

/** Undefined without the command of `--restart-with`. */
export const serverProgramOf = ({ restartWith, restartReady }: RestartOptions) =>
  restartWith === undefined ? undefined : createServerProgram(restartWith, restartReady);

/** Runs the command by the system's shell. `readyMs` is real time until the server accepts a connection. */
function createServerProgram(command: string, readyMs: number) {
  let child: ChildProcess | null = null;
  let output = '';
  let isOutputRead = false;
  /** Changes of one server are made one after another. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const result = last.then(change);
    last = result.catch(() => undefined);
    return result;
  };

  const hasEnded = (): boolean =>
    child === null || child.exitCode !== null || child.signalCode !== null;

  /** After all output was read. */
  function problem(text: string): Inconclusive {
    const lines = output.trimEnd().split('\n').slice(-maxOutputLines).join('\n').trim();
    const quote = lines === '' ? 'It printed nothing.' : `Its last output: ${lines}`;
    return new Inconclusive('server_not_reachable', `${text} ${quote}`);
  }

  const killNow = (): void => {
    if (child?.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };

  async function end(): Promise<void> {
    const ending = child;
    if (ending === null) return;
    process.off('exit', killNow);
    const { pid } = ending;
    if (pid !== undefined) {
      signalGroup(pid, 'SIGTERM');
      const isGone = (): boolean => hasEnded() && !isGroupRunning(pid);
      if (!(await until(isGone, endLimitMs))) {
        signalGroup(pid, 'SIGKILL');
        await until(isGone, endLimitMs);
      }
    }
    await until(() => isOutputRead, endLimitMs);
    child = null;
  }

  async function start(url: string): Promise<void> {
    if (await accepts(url))
      throw new Inconclusive(
        'server_not_reachable',
        `Another server accepts connections at ${url}. Stop it: --restart-with starts yours.`,
      );
    output = '';
    isOutputRead = false;
    child = spawn(command, {
      shell: true,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-maxOutputLength);
      });
    child.on('error', ({ message }) => {
      output += message;
    });
    child.on('close', () => {
      isOutputRead = true;
    });
    process.on('exit', killNow);
    const isReady = await until(async () => hasEnded() || (await accepts(url)), readyMs);
    const isEnded = hasEnded();
    if (isReady && !isEnded) return;
    // Also what it left in the background.
    await end();
    throw problem(
      isEnded
        ? endedText
        : `The server did not accept a connection at ${url} within ${formatDuration(readyMs)} (--restart-ready).`,
    );
  }

  async function restart(url: string, ended?: () => void): Promise<void> {
    await end();
    ended?.();
    await start(url);
  }

  function crash(url: string): Promise<void> {
    killNow();
    return restart(url);
  }

  /** Also after a crash. */
  async function ensure(url: string): Promise<void> {
    if (!hasEnded()) return;
    const isInBackground = child !== null && (await accepts(url));
    await end();
    if (isInBackground) throw problem(endedText);
    await start(url);
  }

  return {
    ensure: (url: string) => inTurn(() => ensure(url)),
    /** `ended` is called between the end of the old process and the start of the new one. */
    restart: (url: string, ended?: () => void) => inTurn(() => restart(url, ended)),
    crash: (url: string) => inTurn(() => crash(url)),
    end: () => inTurn(end),
  } satisfies ServerProgram & { readonly end: () => Promise<void> };
}
