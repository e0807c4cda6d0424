/** Shows the progress of an import until it ends; Ctrl+C cancels it. */
import { ORPCError } from '@orpc/client';
import { formatCount } from '#shared/lib/format.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { CommandError } from './command-error.ts';
import type { Host } from './host.ts';

/** Throws when the connection is lost; Hookwright then continues the import. */
export async function followImport(host: Host, id: string): Promise<ResendImport> {
  const stop = (): void => void host.resendImports.cancel({ id }).catch(() => undefined);
  process.once('SIGINT', stop);
  const lost = (cause?: unknown) =>
    new CommandError(
      'failed',
      `Lost the connection to Hookwright, which continues the import. GET /api/resend-imports/${id} returns its progress. If Hookwright stops, resume with "hookwright deliveries resume-import ${id}".`,
      cause,
    );
  try {
    for await (const progress of await host.resendImports.follow({ id })) {
      const { state, sent, toSend } = progress;
      if (state !== 'sending') return progress;
      if (process.stderr.isTTY)
        process.stderr.write(`\r\x1b[KSent ${formatCount(sent)} of ${formatCount(toSend)}…`);
    }
  } catch (error) {
    // With an error response the connection still works.
    const isResponse = error instanceof ORPCError && !(error.cause instanceof CommandError);
    throw isResponse ? error : lost(error);
  } finally {
    process.off('SIGINT', stop);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
  throw lost();
}
