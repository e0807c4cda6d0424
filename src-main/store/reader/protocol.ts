/** Messages between the main thread and the reader thread. */
import { AppError } from '#main/kit/app-error.ts';

export type ReaderRequest =
  | { readonly kind: 'start'; readonly id: number; readonly name: string; readonly query: unknown }
  /** Continues after the previous item was received. */
  | { readonly kind: 'next'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

export type ReaderReply = { readonly id: number } & (
  | { readonly kind: 'item'; readonly item: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure }
);

/** Serializable form of an error: a structured clone would keep only the message. */
interface Failure {
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: unknown;
  readonly appError: Pick<AppError, 'code' | 'fix' | 'issues'> | null;
}

export const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack : undefined,
  code: typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined,
  appError:
    error instanceof AppError ? { code: error.code, fix: error.fix, issues: error.issues } : null,
});

export const errorOf = ({ message, stack, code, appError }: Failure): Error =>
  appError === null
    ? Object.assign(new Error(message), { stack, code })
    : new AppError(appError.code, message, appError);
