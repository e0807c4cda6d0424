/** Fast-forwarding until finished: one run at a time. */
import { create } from 'zustand';
import { remembered } from '#renderer/ui/remembered.ts';
import type { FastForwardProgress } from '#shared/clock/clock.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { core } from './core.ts';
import { errorSentence } from './error-sentence.ts';

export type FinishTarget =
  | { readonly kind: 'everything' }
  | { readonly kind: 'destination'; readonly id: string; readonly name: string }
  | { readonly kind: 'delivery'; readonly id: number; readonly name: string };

export function isTarget(a: FinishTarget, b: FinishTarget): boolean {
  if (a.kind === 'everything' || b.kind === 'everything') return a.kind === b.kind;
  return a.kind === b.kind && a.id === b.id;
}

export interface FinishRun {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly target: FinishTarget;
  /** Speed between attempts; null for no time between attempts. */
  readonly speed: number | null;
  /** Progress at the start and now. */
  readonly first: FastForwardProgress | null;
  readonly progress: FastForwardProgress | null;
  /** From 0 to 1; it never goes down. */
  readonly share: number;
  /** The final state of the delivery. */
  readonly outcome: DeliveryState | null;
  readonly problem: string | null;
}

const idle: FinishRun = {
  status: 'idle',
  target: { kind: 'everything' },
  speed: null,
  first: null,
  progress: null,
  share: 0,
  outcome: null,
  problem: null,
};

export const useFinish = create<FinishRun>()(() => idle);

/** Speeds a fast-forward can be watched at, slowest first. */
export const playSpeeds = [60, 600, 3_600] as const;

/** The next speed up (1) or down (-1); undefined at either end. None is faster than any. */
export function adjacentPlaySpeed(step: 1 | -1): number | undefined {
  const { speed } = useFinish.getState();
  if (step === 1) return playSpeeds.find((playSpeed) => speed !== null && playSpeed > speed);
  return playSpeeds.findLast((playSpeed) => speed === null || playSpeed < speed);
}

const speedKey = 'fast-forward.speed';

/** The last speed used; an hour per second by default. With reduced motion, skips to the end. */
function initialSpeed(): number | null {
  if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return null;
  return playSpeeds.find((speed) => String(speed) === remembered.getItem(speedKey)) ?? 3_600;
}

let running: AbortController | null = null;

function requestOf(target: FinishTarget) {
  if (target.kind === 'delivery') return { deliveryId: target.id };
  return target.kind === 'destination' ? { destinationId: target.id } : {};
}

/** By deliveries or time, whichever is further, so slow responses still show progress. */
export function finishShare({ open, total, elapsedMs, remainingMs }: FastForwardProgress): number {
  const finished = total === 0 ? 1 : (total - open) / total;
  const byTime = remainingMs === null || open === 0 ? 0 : elapsedMs / (elapsedMs + remainingMs);
  return Math.max(finished, byTime);
}

function setProgress(progress: FastForwardProgress): void {
  useFinish.setState(({ first, share }) => ({
    first: first ?? progress,
    progress,
    share: Math.max(share, finishShare(progress)),
  }));
}

async function outcomeOf(target: FinishTarget): Promise<DeliveryState | null> {
  if (target.kind !== 'delivery') return null;
  return (await core.deliveries.get({ id: target.id })).state;
}

export async function startFinish(target: FinishTarget): Promise<void> {
  if (running !== null) return;
  const controller = new AbortController();
  running = controller;
  const { signal } = controller;
  const speed = initialSpeed();
  useFinish.setState({ ...idle, target, speed, status: 'running' });
  try {
    for await (const progress of await core.clock.fastForwardUntilFinished(
      { ...requestOf(target), ...(speed !== null && { speed }) },
      { signal },
    ))
      setProgress(progress);
    const outcome = signal.aborted ? null : await outcomeOf(target);
    running = null;
    useFinish.setState({ outcome, status: signal.aborted ? 'cancelled' : 'done' });
  } catch (error) {
    running = null;
    useFinish.setState(
      signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
}

/** Plays at another speed, or skips to the end. The run itself reports a lost connection. */
export function setFinishSpeed(speed: number | null): void {
  if (running === null) return;
  if (speed !== null) remembered.setItem(speedKey, String(speed));
  useFinish.setState({ speed });
  void core.clock.setFastForwardSpeed({ speed }).catch(() => undefined);
}

/** The clock stays where it is. */
export function cancelFinish(): void {
  running?.abort();
}
