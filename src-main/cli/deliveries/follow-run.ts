/** Follows a run to its end, with its progress on the terminal; Ctrl+C stops the run. */
import { setTimeout } from 'node:timers/promises';
import { actionWords } from '#shared/lib/bulk-words.ts';
import type { BulkRun } from '#shared/schemas/bulk.ts';
import type { Host } from './host.ts';

/** Often enough to be seen moving. */
const lookAgainMs = 200;

const isUnderWay = ({ state }: BulkRun): boolean => state === 'running' || state === 'undoing';

function progressText({ action, state, doneCount, applyCount, restoredCount }: BulkRun) {
  const number = (count: number) => count.toLocaleString('en');
  return state === 'undoing'
    ? `Putting back ${number(restoredCount)} of ${number(doneCount)}…`
    : `${actionWords[action].doing} ${number(doneCount)} of ${number(applyCount)}…`;
}

function showProgress(run: BulkRun): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progressText(run)}`);
}

export async function followRun(host: Host, begun: BulkRun): Promise<BulkRun> {
  const { id } = begun;
  let stopping: Promise<unknown> | undefined;
  const stop = (): void => {
    // It may have ended by itself in this very moment.
    stopping ??= host.bulk.cancel({ id }).catch(() => undefined);
  };
  process.on('SIGINT', stop);
  try {
    let run = begun;
    while (isUnderWay(run)) {
      showProgress(run);
      await setTimeout(lookAgainMs);
      await stopping;
      run = await host.bulk.get({ id });
    }
    return run;
  } finally {
    process.off('SIGINT', stop);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
