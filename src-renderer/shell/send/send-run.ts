/** The current or last run; continues when the drawer is closed. */

import { create } from 'zustand';
import { coreNow } from '#renderer/kit/data/clock.ts';
import { collections, itemsOf } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { putCopy } from '#renderer/kit/data/pages.ts';
import { findSentMessage } from '#renderer/kit/data/sent-message.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { SendProgress, SendRequest } from '#shared/sending/send.ts';

export interface SendRun {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly progress: SendProgress | null;
  readonly count: number;
  readonly problem: string | null;
  /** IDs of the copies with a wrong signature. */
  readonly forged: readonly number[];
  /** Where its deliveries are; null before the first run. */
  readonly sent: SentRun | null;
}

export interface SentRun {
  readonly sourceId: string | undefined;
  /** On the clock of Hookwright. */
  readonly startedAt: number;
  /** Real time so far. */
  readonly elapsedMs: number;
}

const idle: SendRun = {
  status: 'idle',
  progress: null,
  count: 0,
  problem: null,
  forged: [],
  sent: null,
};

export const useSendRun = create<SendRun>()(() => idle);

interface Running {
  /** Identifies the run in the core. */
  readonly name: string;
  /** Closes the run's stream, which also ends the run. */
  readonly leaving: AbortController;
  isCancelled: boolean;
}

let running: Running | null = null;

/** A copy with a wrong signature to each URL of the message's deliveries that are signed. */
async function sendForged(messageId: string | undefined): Promise<void> {
  const message = messageId === undefined ? null : await findSentMessage(messageId);
  for (const { id: deliveryId, state, destinationId } of message?.deliveries ?? []) {
    const destination = itemsOf(collections.destinations).find(({ id }) => id === destinationId);
    if (destination === undefined || state === 'not_sent' || destination.sharedSecret === '')
      continue;
    for (const { url } of webhooksOf(destination)) {
      const copy = await core.copies.send({ deliveryId, url, signing: 'wrong_secret' });
      putCopy(copy);
      useSendRun.setState(({ forged }) => ({ forged: [...forged, copy.id] }));
    }
  }
}

/** If `isForging`, of a single event. */
export async function startRun(request: SendRequest, isForging: boolean): Promise<void> {
  if (running !== null) return;
  const run: Running = {
    name: crypto.randomUUID(),
    leaving: new AbortController(),
    isCancelled: false,
  };
  running = run;
  const count = request.messages?.length ?? request.count;
  const beganAt = performance.now();
  const sentRun = { sourceId: request.source, startedAt: Math.floor(coreNow()), elapsedMs: 0 };
  useSendRun.setState({ ...idle, status: 'running', count, sent: sentRun });
  try {
    const { signal } = run.leaving;
    for await (const progress of await core.send.follow({ ...request, run: run.name }, { signal }))
      useSendRun.setState({
        progress,
        sent: { ...sentRun, elapsedMs: performance.now() - beganAt },
      });
    if (isForging && !run.isCancelled)
      await sendForged(useSendRun.getState().progress?.messageIds[0]);
    const isComplete = useSendRun.getState().progress?.sent === count;
    useSendRun.setState({ status: run.isCancelled && !isComplete ? 'cancelled' : 'done' });
  } catch (error) {
    useSendRun.setState(
      run.leaving.signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
  running = null;
}

/** Ends the run in the core, which reports the count; closes the stream if that fails. */
export async function cancelRun(): Promise<void> {
  const run = running;
  if (run === null) return;
  run.isCancelled = true;
  try {
    await core.send.cancel({ run: run.name });
  } catch {
    run.leaving.abort();
  }
}

// Text for runs.

function countsText(accepted: number, rejected: number): string {
  if (rejected === 0) return `${formatCount(accepted)} accepted`;
  if (accepted === 0) return `${formatCount(rejected)} rejected`;
  return `${formatCount(accepted)} accepted, ${formatCount(rejected)} rejected`;
}

export function runText({ status, progress, count }: SendRun): string {
  const sentCount = progress?.sent ?? 0;
  const totals = progress === null ? '' : `: ${countsText(progress.accepted, progress.rejected)}`;
  if (status === 'idle') return '';
  if (status === 'running')
    return count === 1
      ? 'Sending…'
      : `${formatCount(sentCount)} of ${formatCount(count)} sent${sentCount > 0 ? totals : ''}`;
  if (status === 'cancelled')
    return `Cancelled after ${formatCount(sentCount)} of ${formatCount(count)}${totals}`;
  if (progress === null || sentCount === 0) return status === 'failed' ? 'No response' : 'Not sent';
  if (count === 1) return progress.accepted === 1 ? 'Accepted' : 'Rejected';
  const { accepted, rejected } = progress;
  const rejections = rejected === 0 ? '' : `, ${formatCount(rejected)} rejected`;
  return `${formatCount(accepted)} of ${formatCount(count)} accepted${rejections}`;
}
