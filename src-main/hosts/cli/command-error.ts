/** Errors of the subcommands: their messages and exit codes. */
import { ORPCError } from '@orpc/client';
import { LinesError } from '#main/hosts/headless/lines-error.ts';
import { printError } from '#main/hosts/headless/print.ts';
import { errorText } from '#shared/kit/error-text.ts';
import { ErrorData } from '#shared/kit/operation-errors.ts';
import { FileProblem } from '#shared/kit/transfer.ts';

/** `usage`: an invalid argument or option. */
const exitCodes = { failed: 1, usage: 2 } as const;

export class CommandError extends LinesError {
  override readonly name = 'CommandError';
  readonly kind: keyof typeof exitCodes;

  constructor(kind: keyof typeof exitCodes, message: string | readonly string[], cause?: unknown) {
    super(message, cause);
    this.kind = kind;
  }
}

function textOf({ message, data }: ORPCError<string, unknown>): string {
  const { field, fix } = ErrorData.safeParse(data).data ?? {};
  const text = errorText({ message, fix });
  return field === undefined ? text : `${field}: ${text}`;
}

function problemOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof FileProblem) return new CommandError('failed', error.message, error);
  if (error instanceof ORPCError) {
    // The link wraps connection errors; their cause has the better message.
    if (error.cause instanceof CommandError) return error.cause;
    if (error.status === 401)
      return new CommandError(
        'usage',
        'The access token is not valid. Use the one printed at startup: set HOOKWRIGHT_TOKEN, or pass --token-file.',
      );
    return new CommandError(error.status === 400 ? 'usage' : 'failed', textOf(error));
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError('failed', `Unexpected error: ${message}`);
}

/** Turns every error of a subcommand into a message on stderr and an exit code. */
export const reportErrors =
  <Arguments extends readonly unknown[]>(run: (...args: Arguments) => Promise<void>) =>
  async (...args: Arguments): Promise<void> => {
    try {
      await run(...args);
    } catch (error) {
      const { kind, lines } = problemOf(error);
      printError(lines);
      process.exitCode = exitCodes[kind];
    }
  };
