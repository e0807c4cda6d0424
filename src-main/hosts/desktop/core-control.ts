/** Starts the core's process, starts it again after a crash, and passes messages. */
import {
  app,
  type Details,
  MessageChannelMain,
  type UtilityProcess,
  type WebContents,
} from 'electron';
import { channels } from './channels.ts';
import type { CoreOptions, CoreStatus, FromCore, StartFailure, ToCore } from './core-messages.ts';
import { forkUtility, killUtility } from './utility-process.ts';

export const coreName = 'Hookwright core';

/** As for the headless host (`scripts/host-flags.mjs`): they keep the memory small under load. */
const v8Flags = '--max-semi-space-size=16 --heap-growing-percent=100';

/** A core that crashes again sooner is not started without asking. */
const minUptimeMs = 60_000;

type Reason = Details['reason'];

/** The others are words already. */
const reasonTexts: Partial<Record<Reason, string>> = {
  'abnormal-exit': 'ended with an error',
  'clean-exit': 'ended without an error',
  'launch-failed': "couldn't start",
  oom: 'out of memory',
};

interface CoreListeners {
  readonly started: (dataFolder: string) => void;
  readonly notStarted: (failure: StartFailure) => void;
  readonly statusChanged: (status: CoreStatus) => void;
  readonly secretsMissing: (fields: readonly string[]) => void;
  /** `isRepeated`: it waits for `restart`. */
  readonly crashed: (cause: string, isRepeated: boolean) => void;
}

/** Null if there is no process to send to. */
export function createCoreControl(listeners: CoreListeners) {
  let child: UtilityProcess | null = null;
  let options: CoreOptions | null = null;
  let crashedAtMs = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  /** The page asked for a port while there was no process. */
  let waitingPage: WebContents | null = null;

  let goneReason: Reason | null = null;
  app.on('child-process-gone', (_event, { name, reason }) => {
    if (name === coreName) goneReason = reason;
  });

  const send = (message: ToCore): void => child?.postMessage(message);

  function endOf(code: number): string {
    const reason = goneReason === null ? [] : [reasonTexts[goneReason] ?? goneReason];
    return [...reason, `exit code ${code}`].join(', ');
  }

  function crashed(cause: string): void {
    if (isStopping) return;
    const isRepeated = performance.now() - crashedAtMs < minUptimeMs;
    crashedAtMs = performance.now();
    listeners.crashed(cause, isRepeated);
    if (!isRepeated) restart();
  }

  function follow(started: UtilityProcess): void {
    let cause: string | null = null;
    let hasFailed = false;
    started.on('message', (message: FromCore) => {
      switch (message.kind) {
        case 'started':
          hasFailed = false;
          return listeners.started(message.dataFolder);
        case 'not_started':
          hasFailed = true;
          return listeners.notStarted(message);
        case 'status':
          return listeners.statusChanged(message.status);
        case 'missing_secrets':
          return listeners.secretsMissing(message.fields);
        case 'crashed':
          cause = message.error;
          return killUtility(started);
      }
    });
    started.on('error', (type, location) => {
      cause ??= `${type} in ${location}`;
    });
    started.once('exit', (code) => {
      child = null;
      if (hasFailed) return;
      // Electron reports the reason afterwards, in the same turn.
      setImmediate(() => crashed(cause ?? endOf(code)));
    });
  }

  function restart(): void {
    if (options === null || child !== null || isStopping) return;
    goneReason = null;
    child = forkUtility(new URL('./core-process.js', import.meta.url), {
      serviceName: coreName,
      // Chromium's switch for the new process: it takes no flags of Node.
      execArgv: [`--js-flags=${v8Flags}`],
    });
    follow(child);
    send({ kind: 'start', options, movesOlderAside: false });
    if (waitingPage !== null) connect(waitingPage);
    waitingPage = null;
  }

  /** The page calls the core over a port of its own, not through this process. */
  function connect(contents: WebContents): void {
    if (child === null) {
      waitingPage = contents;
      return;
    }
    if (contents.isDestroyed()) return;
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage({ kind: 'connect' } satisfies ToCore, [port1]);
    contents.postMessage(channels.port, null, [port2]);
  }

  return {
    send,
    connect,
    restart,
    start(chosen: CoreOptions): void {
      options = chosen;
      restart();
    },
    /** After a failure: the process still waits. */
    startFresh(): void {
      if (options !== null) send({ kind: 'start', options, movesOlderAside: true });
    },
    /** Resolves to its exit code. */
    stop(): Promise<number> {
      isStopping = true;
      const { promise, resolve } = Promise.withResolvers<number>();
      if (child === null) resolve(0);
      else child.once('exit', resolve);
      send({ kind: 'stop' });
      return promise;
    },
  };
}

export type CoreControl = ReturnType<typeof createCoreControl>;
