/**
 * A core in a process of its own, for tests that kill it: `core-process.ts <data folder>`. It tells
 * its ingestion address, or why it cannot start, over the channel to its parent, and makes the
 * requests by hand that it is told over it.
 */
import { createCore } from '#core/create-core.ts';
import { StartupProblem } from '#core/ports.ts';
import { realClock } from '#core/schedule/real-clock.ts';
import { systemRandom } from '#core/system-random.ts';
import { ResendEdit } from '#shared/schemas/resend.ts';
import { coreOptions } from './core-options.ts';

export type CoreProcessMessage =
  | { readonly kind: 'ready'; readonly ingestUrl: string | null }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string };

const tell = (message: CoreProcessMessage): void => void process.send?.(message);

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

try {
  const core = await createCore({
    ...coreOptions(process.argv[2] ?? '', { clock: realClock, random: systemRandom }),
    log,
  });
  await core.start();
  process.on('message', (edit) => void core.resends.send(ResendEdit.parse(edit)));
  tell({ kind: 'ready', ingestUrl: core.ingestUrl });
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error;
  tell({ kind: 'problem', code: error.code, message: error.message });
  process.disconnect?.();
}
