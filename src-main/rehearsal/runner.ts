/** Runs scenarios for a host, each in a separate process, because a run sets its process's time zone. */

import { AppError } from '#core/app-error.ts';
import type { RunnerUpdate, ScenarioRunner } from '#core/scenarios/scenarios.ts';
import type { StartChild } from './child.ts';
import type { FromRunner, ToRunner } from './runner-messages.ts';

/** A cancelled run ends within a tick, and removes its folder. */
const stopLimitMs = 15_000;

export const createScenarioRunner = (startChild: StartChild): ScenarioRunner =>
  async function* run(request, signal): AsyncGenerator<RunnerUpdate, void, void> {
    const child = startChild('runner-process', { cwd: request.folder });
    const messages: FromRunner[] = [];
    let exitReason: string | null = null;
    let arrived = Promise.withResolvers<void>();
    const wake = (): void => {
      arrived.resolve();
      arrived = Promise.withResolvers();
    };
    child.onMessage((message) => {
      const update = message as FromRunner;
      messages.push(update);
      // It has written and removed its files.
      if (update.kind !== 'progress') child.kill();
      wake();
    });
    child.onExit((exit) => {
      exitReason = exit;
      wake();
    });
    let late: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      child.send({ kind: 'cancel' } satisfies ToRunner);
      late ??= setTimeout(() => child.kill(), stopLimitMs).unref();
    };
    signal.addEventListener('abort', cancel);
    child.send({ kind: 'run', request } satisfies ToRunner);
    if (signal.aborted) cancel();
    try {
      for (;;) {
        const message = messages.shift();
        if (message === undefined) {
          if (exitReason !== null)
            throw new AppError('unavailable', `The process of the run ended (${exitReason}).`, {
              fix: 'Run it again.',
            });
          await arrived.promise;
        } else if (message.kind === 'failed') throw new AppError('conflict', message.message);
        else {
          yield message;
          if (message.kind === 'finished') return;
        }
      }
    } finally {
      signal.removeEventListener('abort', cancel);
      // Its reader may have left early.
      if (exitReason === null) cancel();
      else clearTimeout(late);
      child.onExit(() => clearTimeout(late));
    }
  };
