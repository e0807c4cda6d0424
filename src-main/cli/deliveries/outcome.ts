/** How a subcommand ends: its exit code, and the sentence when it could not do what was asked. */
import { ORPCError } from '@orpc/client';
import { ErrorData } from '#shared/contract/errors.ts';
import { errorText } from '#shared/labels/errors.ts';

/** 1: it could not be done. 2: it was asked for in the wrong way. */
const exitCodes = { failed: 1, misused: 2 } as const;

/** What is in the way, as a sentence for the terminal. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
  readonly kind: keyof typeof exitCodes;

  constructor(kind: keyof typeof exitCodes, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Requests that were all made in vain did not do what was asked for. */
export function refuseUndelivered(delivered: number, sent: number): void {
  if (delivered > 0 || sent === 0) return;
  throw new CommandProblem(
    'failed',
    sent === 1
      ? 'The one request that was sent was not delivered: see its answer in the inspector.'
      : `None of the ${sent.toLocaleString('en')} requests was delivered: see their answers in the inspector.`,
  );
}

function textOf({ message, data }: ORPCError<string, unknown>): string {
  const { field, fix } = ErrorData.safeParse(data).data ?? {};
  const text = errorText({ message, fix });
  return field === undefined ? text : `${field}: ${text}`;
}

function problemOf(error: unknown): CommandProblem {
  if (error instanceof CommandProblem) return error;
  if (error instanceof ORPCError) {
    // What wraps a request that could not be made says nothing that its cause does not say better.
    if (error.cause instanceof CommandProblem) return error.cause;
    if (error.status === 401)
      return new CommandProblem(
        'misused',
        'The access token is not valid. Pass the one printed at the last start with HOOKWRIGHT_TOKEN, --token-file or --token.',
      );
    return new CommandProblem(error.status === 400 ? 'misused' : 'failed', textOf(error));
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CommandProblem('failed', `Unexpected error: ${message}`);
}

/** Runs a subcommand; whatever goes wrong is one sentence and an exit code. */
export const toItsEnd =
  <Arguments extends readonly unknown[]>(run: (...given: Arguments) => Promise<void>) =>
  async (...given: Arguments): Promise<void> => {
    try {
      await run(...given);
    } catch (error) {
      const { kind, message } = problemOf(error);
      process.stderr.write(`hookwright: ${message}\n`);
      process.exitCode = exitCodes[kind];
    }
  };
