/**
 * What a host provides, so that its users can run and explore scenarios: each in a separate process, because a run
 * sets its process's time zone.
 */
import { fileURLToPath } from 'node:url';

import { AppError, fieldError } from '#main/kit/app-error.ts';
import type {
  ExplorerUpdate,
  OnPaceChange,
  RunnerUpdate,
  ScenarioHost,
} from '#main/scenarios/scenarios.ts';
import type { StartChild } from './child.ts';
import type { FromRunner, ToRunner } from './messages.ts';

/** A cancelled run ends within one advance of the clock and removes its folder, but its process may still be starting. */
const stopLimitMs = 60_000;

const errorOf = ({ message, fix, field }: Extract<FromRunner, { kind: 'failed' }>): AppError =>
  field === undefined
    ? new AppError('conflict', message, { fix })
    : fieldError([field], message, fix);

async function* updatesOf<Update extends RunnerUpdate | ExplorerUpdate>(
  startChild: StartChild,
  start: Extract<ToRunner, { kind: 'run' | 'explore' }>,
  signal: AbortSignal,
  onPaceChange?: OnPaceChange,
): AsyncGenerator<Update, void, void> {
  const child = startChild('runner-process', { cwd: start.request.folder });
  const messages: FromRunner<Update>[] = [];
  let exitReason: string | null = null;
  let arrived = Promise.withResolvers<void>();
  const wake = (): void => {
    arrived.resolve();
    arrived = Promise.withResolvers();
  };
  child.onMessage((message) => {
    const update = message as FromRunner<Update>;
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
  child.send(start);
  onPaceChange?.((pace) => child.send({ kind: 'pace', pace } satisfies ToRunner));
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
      } else if (message.kind === 'failed') throw errorOf(message);
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
}

/** Copied next to the built program. */
const examplesFolder = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../examples/scenarios/' : './examples/',
    import.meta.url,
  ),
);

export const scenarioHost = (
  startChild: StartChild,
  folder: string | null,
  within?: string,
): ScenarioHost => ({
  runner: (request, signal, onPaceChange) =>
    updatesOf<RunnerUpdate>(startChild, { kind: 'run', request }, signal, onPaceChange),
  explorer: (request, signal) =>
    updatesOf<ExplorerUpdate>(startChild, { kind: 'explore', request }, signal),
  ...{ folder, within },
  examplesFolder,
});
