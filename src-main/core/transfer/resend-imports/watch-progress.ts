/** Streams the progress of an import. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import type { Import } from './known-imports.ts';

/** Minimum time between progress reports while sending. */
const reportMs = 50;

/** Yields the current progress and all changes until the import has ended. */
export async function* watchProgress(
  one: Import,
  signal?: AbortSignal,
): AsyncGenerator<ResendImport, void, void> {
  for (;;) {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    one.followers.add(wake);
    const stop = (): void => wake();
    signal?.addEventListener('abort', stop);
    try {
      const { progress } = one;
      yield progress;
      if (progress.state !== 'sending' || signal?.aborted) return;
      await promise;
    } finally {
      one.followers.delete(wake);
      signal?.removeEventListener('abort', stop);
    }
    await pause(reportMs);
  }
}
