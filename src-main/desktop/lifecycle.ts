/** The states of the app: starting, running, stopping, stopped. */
import { app } from 'electron';
import { startedProgram, thisInstallation } from './installation.ts';

type State = 'starting' | 'running' | 'stopping' | 'stopped';

/** Attempts time out after 5 s. The system may kill the app if stopping takes longer. */
const stopLimitMs = 5_700;

interface LifecycleOptions {
  /** Resolves to an exit code when everything has stopped. */
  readonly stop: () => Promise<number>;
  /** After the stop: starts the installer of an update if there is one to install. */
  readonly installUpdate: () => boolean;
}

export function createLifecycle({ stop, installUpdate }: LifecycleOptions) {
  let state: State = 'starting';
  /** Arguments for the next start, if the user asked for the app while it was stopping. */
  let nextArgs: readonly string[] | null = null;
  const isStopping = (): boolean => state === 'stopping' || state === 'stopped';

  function end(exitCode: number): void {
    state = 'stopped';
    // The updater quits by itself, and starts the app.
    if (exitCode === 0 && installUpdate()) return;
    if (nextArgs !== null)
      app.relaunch({ args: [...nextArgs], execPath: startedProgram(thisInstallation) });
    app.exit(exitCode);
  }

  app.on('will-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    const late = setTimeout(() => end(1), stopLimitMs);
    void stop().then((exitCode) => {
      clearTimeout(late);
      if (state === 'stopping') end(exitCode);
    });
  });

  return {
    isStopping,
    started(): void {
      if (state === 'starting') state = 'running';
    },
    /** Without windows, nothing can be shown: the app starts again after it has stopped. */
    whileOpen(show: () => void, args: readonly string[] = process.argv.slice(1)): void {
      if (isStopping()) nextArgs = args;
      else show();
    },
  };
}

export type Lifecycle = ReturnType<typeof createLifecycle>;
