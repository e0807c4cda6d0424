/** Follows the sending of a file to its end, with its progress on the terminal; Ctrl+C ends it. */
import { ORPCError } from '@orpc/client';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import type { Host } from './host.ts';
import { CommandProblem } from './outcome.ts';

/** Throws when the connection is lost: Hookwright goes on without us. */
export async function followImport(host: Host, id: string): Promise<ResendImport> {
  const stop = (): void => void host.resendImports.cancel({ id }).catch(() => undefined);
  process.once('SIGINT', stop);
  const lost = (cause?: unknown) =>
    new CommandProblem(
      'failed',
      `The connection to Hookwright is lost; it goes on sending as long as it runs. GET /api/resend-imports/${id} says how far it is; should it end before, "hookwright deliveries resume-import ${id}" sends the rest.`,
      cause,
    );
  try {
    for await (const told of await host.resendImports.follow({ id })) {
      if (told.state !== 'sending') return told;
      if (process.stderr.isTTY)
        process.stderr.write(
          `\r\x1b[KSent ${told.sent.toLocaleString('en')} of ${told.toSend.toLocaleString('en')}…`,
        );
    }
  } catch (error) {
    // What Hookwright refuses is an answer, and no lost connection.
    const isAnswer = error instanceof ORPCError && !(error.cause instanceof CommandProblem);
    throw isAnswer ? error : lost(error);
  } finally {
    process.off('SIGINT', stop);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
  throw lost();
}
