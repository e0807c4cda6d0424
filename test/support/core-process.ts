/**
 * A core in its own process, for tests that kill it: `core-process.ts <data folder>`. Sends its
 * ingestion address, or its startup error, to the parent process, and runs the commands it
 * receives.
 */

import { type Core, createCore } from '#main/app.ts';
import { StartupProblem } from '#main/kit/ports.ts';
import { systemRandom } from '#main/kit/random.ts';
import { realClock } from '#main/kit/real-clock.ts';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { BulkRequest } from '#shared/jobs/job.ts';
import { coreOptions } from './core-options.ts';
import { FakeSocketTime } from './fake-socket-time.ts';

export type CoreProcessMessage =
  | { readonly kind: 'ready'; readonly ingestUrl: string | null }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string };

/** Sent later: how many deliveries a job has changed, after every chunk. */
export interface CoreProcessProgress {
  readonly kind: 'done';
  readonly count: number;
}

/** The commands it receives. */
export type CoreProcessOrder =
  | { readonly kind: 'copy'; readonly edit: unknown }
  | { readonly kind: 'job'; readonly request: unknown }
  | { readonly kind: 'replaceUsers'; readonly audienceId: string; readonly text: string }
  | { readonly kind: 'cancel'; readonly deliveryId: number };

const tell = (message: CoreProcessMessage | CoreProcessProgress): void =>
  void process.send?.(message);

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

async function obey(core: Core, order: CoreProcessOrder): Promise<void> {
  switch (order.kind) {
    case 'copy':
      await core.copies.send(CopyEdit.parse(order.edit));
      return;
    case 'replaceUsers': {
      const target = { kind: 'audience', id: order.audienceId } as const;
      const { id } = await core.imports.create({ target, format: 'csv', mode: 'replace' });
      await core.imports.append({ id, text: order.text, last: false });
      return tell({ kind: 'done', count: 1 });
    }
    case 'cancel':
      await core.deliveries.cancel({ id: order.deliveryId });
      return tell({ kind: 'done', count: 1 });
    case 'job':
      await core.jobs.start(BulkRequest.parse(order.request));
      for await (const { changes } of core.changes.follow({}))
        for (const change of changes)
          if (change.kind === 'job') tell({ kind: 'done', count: change.job.doneCount });
  }
}

try {
  const core = await createCore({
    ...coreOptions(process.argv[2] ?? '', {
      clock: realClock,
      random: systemRandom,
      // No attempt times out, however busy the machine is.
      socketTime: new FakeSocketTime(),
    }),
    log,
  });
  await core.start();
  process.on('message', (order) => void obey(core, order as CoreProcessOrder));
  tell({ kind: 'ready', ingestUrl: core.ingestUrl });
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error;
  tell({ kind: 'problem', code: error.code, message: error.message });
  process.disconnect?.();
}
