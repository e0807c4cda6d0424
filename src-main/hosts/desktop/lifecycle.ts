/** The states of the app: running, stopping, stopped. */
import { app } from 'electron';
import { startedProgram, thisInstallation } from './installation.ts';
import { withoutOpened } from './open-requests.ts';

type State = 'running' | 'stopping' | 'stopped';

/** Attempts time out after 5 s. The system may kill the app if stopping takes longer. */
const stopLimitMs = 5_700;

interface LifecycleOptions {
  /** Resolves to an exit code when everything has stopped. */
  readonly stop: () => Promise<number>;
  /** After the stop: starts the installer of an update if there is one to install. */
  readonly installUpdate: (startsAgain: boolean) => boolean;
}

/** What the user asked for while the app was stopping. */
interface NextStart {
  /** A link or file; null for the app itself. */
  readonly opened: string | null;
}

export function createLifecycle({ stop, installUpdate }: LifecycleOptions) {
  let state: State = 'running';
  let next: NextStart | null = null;

  function startAgain({ opened }: NextStart): void {
    const args = withoutOpened(process.argv.slice(1), process.cwd());
    app.relaunch({
      args: opened === null ? [...args] : [...args, opened],
      execPath: startedProgram(thisInstallation),
    });
  }

  function end(exitCode: number): void {
    state = 'stopped';
    // The updater quits by itself, and starts the new version, which may have another file.
    if (exitCode === 0 && installUpdate(next !== null)) return;
    if (next !== null) startAgain(next);
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
    isStopping: (): boolean => state !== 'running',
    /** Without windows, nothing can be shown: the app starts again after it has stopped. */
    whileOpen(show: () => void, opened: string | null = null): void {
      if (state === 'running') show();
      else next = { opened: opened ?? next?.opened ?? null };
    },
  };
}

export type Lifecycle = ReturnType<typeof createLifecycle>;
