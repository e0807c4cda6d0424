import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { CopyEdit } from '#shared/deliveries/copy.ts';
import type { BulkRequest } from '#shared/jobs/job.ts';
import type { CoreProcessMessage, CoreProcessOrder, CoreProcessProgress } from './core-process.ts';

export interface CoreProcess {
  /** Its first message: started, or the startup error. */
  readonly reported: CoreProcessMessage;
  /** Sends a copy of a request. */
  sendCopy(edit: Pick<CopyEdit, 'deliveryId'> & Partial<CopyEdit>): void;
  /** Cancels a delivery; resolves when that is stored. */
  cancel(deliveryId: number): Promise<void>;
  /** Starts a job; resolves when it has processed this many, reported after each chunk. */
  job(request: z.input<typeof BulkRequest>, count: number): Promise<void>;
  /** Sends the requests of a file to an origin. */
  /** Resumes each interrupted import, including interrupted requests. */
  /** Starts to replace the users of an audience; resolves when these are stored. */
  replaceUsers(audienceId: string, text: string): Promise<void>;
  /** Pauses or continues the process. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills the process without cleanup, and waits until it is gone. */
  kill(): Promise<void>;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Runs a core in its own process, killed after the test at the latest. */
export async function runCoreProcess(dataFolder: string): Promise<CoreProcess> {
  const child = fork(join(import.meta.dirname, 'core-process.ts'), [dataFolder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  onTestFinished(() => kill(child));
  const [reported] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The core's process ended with ${code} before it reported anything.`);
    }),
  ])) as [CoreProcessMessage];
  const order = (given: CoreProcessOrder): void => void child.send(given);
  const done = (count: number) =>
    new Promise<void>((resolve) => {
      child.on('message', (message: CoreProcessMessage | CoreProcessProgress) => {
        if (message.kind === 'done' && message.count >= count) resolve();
      });
    });
  return {
    reported,
    sendCopy: (edit) => order({ kind: 'copy', edit }),
    replaceUsers(audienceId, text) {
      order({ kind: 'replaceUsers', audienceId, text });
      return done(1);
    },
    cancel(deliveryId) {
      order({ kind: 'cancel', deliveryId });
      return done(1);
    },
    job(request, count) {
      order({ kind: 'job', request });
      return done(count);
    },
    signal: (name) => void child.kill(name),
    kill: () => kill(child),
  };
}
