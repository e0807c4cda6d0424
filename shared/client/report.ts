/** Tells the caller's callbacks how a batch ended (D43). */
import type { Outcome } from './deliver.ts';
import { DeliveryError } from './errors.ts';
import { log } from './log.ts';
import type { Message } from './records.ts';

/** Messages that shared a request, or those of them that shared its fate. */
export interface Batch {
  readonly messages: readonly Message[];
}

export interface Callbacks {
  /** Messages the server has accepted. */
  readonly onSuccess?: (batch: Batch) => void;
  /** Messages that were given up, and why. */
  readonly onError?: (error: DeliveryError, batch: Batch) => void;
}

/** An answer as Hookwright and most services of the kind write it (D6). */
interface Answer {
  readonly message?: unknown;
  readonly rejected?: unknown;
  readonly rejectedCount?: unknown;
}

const asAnswer = (answer: unknown): Answer =>
  typeof answer === 'object' && answer !== null ? answer : {};

/** Of what the endpoint or a `fetch` gave: any JSON, any object, which must not make this throw. */
const sentenceIn = (value: unknown): string | undefined => {
  const { message } = asAnswer(value);
  return typeof message === 'string' ? message : undefined;
};

/** What was refused of an accepted batch, by position: the server's sentence. */
function rejectedOf(answer: unknown): ReadonlyMap<number, string> {
  const { rejected } = asAnswer(answer);
  const items: readonly unknown[] = Array.isArray(rejected) ? rejected : [];
  return new Map(
    items.flatMap((item) =>
      typeof item === 'object' && item !== null && 'index' in item && typeof item.index === 'number'
        ? [[item.index, sentenceIn(item) ?? 'it gave no reason.'] as const]
        : [],
    ),
  );
}

/** How many rejected messages are not listed: of a large batch, only the first are (D47). */
function unlistedCount(answer: unknown, listed: number): number {
  const { rejectedCount } = asAnswer(answer);
  return typeof rejectedCount === 'number' && listed > 0 ? Math.max(0, rejectedCount - listed) : 0;
}

/** What a `fetch` met; platforms tell the reason in the cause of its error. */
function reasonOfCause(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  // Where a name has several addresses, each has its error, and all of them together only a code.
  if (inner instanceof Error && inner.message === '')
    return 'code' in inner ? String(inner.code) : inner.name;
  return sentenceIn(inner) ?? (typeof inner === 'object' ? 'no reason was given.' : String(inner));
}

function reasonOf({ status, attempts, answer, cause }: Outcome): string {
  const message = sentenceIn(answer);
  const times = attempts === 1 ? 'once' : `${attempts} times`;
  if (status === null)
    return `The endpoint did not answer, tried ${times}: ${reasonOfCause(cause)}`;
  return `The endpoint answered ${status}, tried ${times}${message === undefined ? '.' : `: ${message}`}`;
}

/** A callback that throws, now or later, must not end the caller's process from here. */
async function guard(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch (error) {
    log('a callback threw: %s', error);
  }
}

export function report(
  { onSuccess, onError }: Callbacks,
  texts: readonly string[],
  outcome: Outcome,
): void {
  const read = (some: readonly string[]): Batch => ({
    messages: some.map((text) => JSON.parse(text) as Message),
  });
  const drop = (some: readonly string[], reason: string) => {
    log('drop %d: %s', some.length, reason);
    const error = new DeliveryError(reason, outcome.status, outcome.attempts, outcome.cause);
    if (onError !== undefined) void guard(() => onError(error, read(some)));
  };
  if (!outcome.accepted) {
    drop(texts, reasonOf(outcome));
    return;
  }
  const rejected = rejectedOf(outcome.answer);
  const unlisted = unlistedCount(outcome.answer, rejected.size);
  // The list has only the first rejections: which of the later messages were rejected is unknown.
  const known = unlisted === 0 ? texts.length : 1 + Math.max(...rejected.keys());
  const accepted = texts.slice(0, known).filter((_, index) => !rejected.has(index));
  if (onSuccess !== undefined && accepted.length > 0) void guard(() => onSuccess(read(accepted)));
  for (const [index, text] of texts.entries())
    if (rejected.has(index)) drop([text], `The endpoint rejected it: ${rejected.get(index)}`);
  const unknown = texts.slice(known);
  if (unknown.length > 0)
    drop(unknown, `The endpoint rejected ${unlisted} of these messages but didn't list which.`);
}
