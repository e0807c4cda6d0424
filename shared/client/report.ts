/** Calls the caller's callbacks when a batch is delivered or given up (D43). */
import type { Outcome } from './deliver.ts';
import { DeliveryError } from './errors.ts';
import { log } from './log.ts';
import type { Message } from './records.ts';

/** Messages of one request with the same outcome. */
export interface Batch {
  readonly messages: readonly Message[];
}

export interface Callbacks {
  /** Called with the messages that the server accepted. */
  readonly onSuccess?: (batch: Batch) => void;
  /** Called with the messages that were given up, and the reason. */
  readonly onError?: ((error: DeliveryError, batch: Batch) => void) | undefined;
}

/** The response body of Hookwright and similar services (D6). */
interface ResponseBody {
  readonly message?: unknown;
  readonly rejected?: unknown;
  readonly rejectedCount?: unknown;
}

const asResponseBody = (body: unknown): ResponseBody =>
  typeof body === 'object' && body !== null ? body : {};

/** The message of a response body or error, which can be any value. */
const messageOf = (value: unknown): string | undefined => {
  const { message } = asResponseBody(value);
  return typeof message === 'string' ? message : undefined;
};

/** The server's reasons for messages rejected in an accepted batch, by index. */
function rejectedOf(body: unknown): ReadonlyMap<number, string> {
  const { rejected } = asResponseBody(body);
  const items: readonly unknown[] = Array.isArray(rejected) ? rejected : [];
  return new Map(
    items.flatMap((item) =>
      typeof item === 'object' && item !== null && 'index' in item && typeof item.index === 'number'
        ? [[item.index, messageOf(item) ?? 'no reason given.'] as const]
        : [],
    ),
  );
}

/** Number of rejected messages that are not listed. For large batches, only the first are (D47). */
function unlistedCount(body: unknown, listed: number): number {
  const { rejectedCount } = asResponseBody(body);
  return typeof rejectedCount === 'number' && listed > 0 ? Math.max(0, rejectedCount - listed) : 0;
}

/** The reason of a failed `fetch`, which is usually in the cause of its error. */
function reasonOfCause(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  // A host with several addresses gives an AggregateError with a code and no message.
  if (inner instanceof Error && inner.message === '')
    return 'code' in inner ? String(inner.code) : inner.name;
  return messageOf(inner) ?? (typeof inner === 'object' ? 'no reason given.' : String(inner));
}

function reasonOf({ status, attempts, body, cause }: Outcome): string {
  const message = messageOf(body);
  const after = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (status === null) return `No response after ${after}: ${reasonOfCause(cause)}`;
  return `The endpoint returned ${status} after ${after}${message === undefined ? '.' : `: ${message}`}`;
}

function timeoutReason({ attempts }: Outcome): string {
  const after = attempts === 0 ? 'before they were sent' : 'while they were being sent';
  return `The time limit expired ${after}. Allow more time with timeoutMs.`;
}

/** A callback that throws or rejects must not end the caller's process. */
async function guard(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch (error) {
    log('a callback threw: %s', error);
  }
}

/** Returns the errors that no callback took. */
export function report(
  { onSuccess, onError }: Callbacks,
  texts: readonly string[],
  outcome: Outcome,
): readonly DeliveryError[] {
  const unreported: DeliveryError[] = [];
  const parseBatch = (batchTexts: readonly string[]): Batch => ({
    messages: batchTexts.map((text) => JSON.parse(text) as Message),
  });
  const drop = (batchTexts: readonly string[], reason: string) => {
    log('drop %d: %s', batchTexts.length, reason);
    const { failure, ...facts } = outcome;
    const code = failure ?? 'rejected';
    const error = new DeliveryError(reason, { code, count: batchTexts.length, ...facts });
    if (onError === undefined) unreported.push(error);
    else void guard(() => onError(error, parseBatch(batchTexts)));
  };
  if (outcome.failure !== null) {
    drop(texts, outcome.failure === 'timeout' ? timeoutReason(outcome) : reasonOf(outcome));
    return unreported;
  }
  const rejected = rejectedOf(outcome.body);
  const unlisted = unlistedCount(outcome.body, rejected.size);
  // Only the first rejections are listed, so later messages may be rejected too.
  const knownCount = unlisted === 0 ? texts.length : 1 + Math.max(...rejected.keys());
  const accepted = texts.slice(0, knownCount).filter((_, index) => !rejected.has(index));
  if (onSuccess !== undefined && accepted.length > 0)
    void guard(() => onSuccess(parseBatch(accepted)));
  for (const [index, text] of texts.entries())
    if (rejected.has(index))
      drop([text], `The endpoint rejected the message: ${rejected.get(index)}`);
  const unknownTexts = texts.slice(knownCount);
  if (unknownTexts.length > 0)
    drop(
      unknownTexts,
      `The endpoint rejected ${unlisted} of these messages but didn't list which.`,
    );
  return unreported;
}
