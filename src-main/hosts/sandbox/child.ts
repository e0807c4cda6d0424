/** Child processes of a run. */
import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

export interface Child {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called after the last message. `how` is an exit code or a signal. */
  onExit(listener: (how: string) => void): void;
  /** SIGKILL. */
  kill(): void;
}

export interface ChildOptions {
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

export type ChildName = 'runner-process' | 'product-process';
export type StartChild = (name: ChildName, options?: ChildOptions) => Child;

/** Next to this file, also when built. */
export const childFile = (name: ChildName): URL =>
  new URL(import.meta.url.endsWith('.ts') ? `./${name}.ts` : `./${name}.js`, import.meta.url);

/** Each version of Node has a folder of its own in it. */
function compileCache(): Readonly<Record<string, string>> {
  const ownFolder = getCompileCacheDir();
  return ownFolder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ownFolder) };
}

export const forkFile = (file: URL, { cwd, env }: ChildOptions = {}): Child => {
  const child = fork(file, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
    cwd,
    env: { ...process.env, ...compileCache(), ...env },
  });
  return {
    // It may have ended in the meantime; onExit reports that.
    send: (message) => void (child.connected && child.send(message, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      // It could not be started.
      child.once('error', ({ message }) => child.pid === undefined && listener(message));
      child.once('exit', (code, signal) => {
        const tell = (): void => listener(signal ?? `exit code ${code}`);
        // Its last messages may still arrive.
        if (child.connected) child.once('disconnect', tell);
        else tell();
      });
    },
    kill: () => void child.kill('SIGKILL'),
  };
};

export const forkChild: StartChild = (name, options) => forkFile(childFile(name), options);
