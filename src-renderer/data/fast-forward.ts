/** Fast-forwarding until settled: one run at a time. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { FastForwardProgress } from '#shared/schemas/clock.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';

export type SettleTarget =
  | { readonly kind: 'everything' }
  | { readonly kind: 'destination'; readonly id: string; readonly name: string }
  | { readonly kind: 'delivery'; readonly id: number; readonly name: string };

export function isTarget(one: SettleTarget, other: SettleTarget): boolean {
  if (one.kind === 'everything' || other.kind === 'everything') return one.kind === other.kind;
  return one.kind === other.kind && one.id === other.id;
}

export interface SettleRun {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly target: SettleTarget;
  /** Progress at the start and now. */
  readonly first: FastForwardProgress | null;
  readonly progress: FastForwardProgress | null;
  /** The final state of the delivery. */
  readonly outcome: DeliveryState | null;
  readonly problem: string | null;
}

const idle: SettleRun = {
  status: 'idle',
  target: { kind: 'everything' },
  first: null,
  progress: null,
  outcome: null,
  problem: null,
};

export const useSettle = create<SettleRun>()(() => idle);

let running: AbortController | null = null;

function requestOf(target: SettleTarget) {
  if (target.kind === 'delivery') return { deliveryId: target.id };
  return target.kind === 'destination' ? { destinationId: target.id } : {};
}

function take(progress: FastForwardProgress): void {
  useSettle.setState(({ first }) => ({ first: first ?? progress, progress }));
}

async function outcomeOf(target: SettleTarget): Promise<DeliveryState | null> {
  if (target.kind !== 'delivery') return null;
  return (await core.deliveries.get({ id: target.id })).state;
}

export async function startSettle(target: SettleTarget): Promise<void> {
  if (running !== null) return;
  const controller = new AbortController();
  running = controller;
  const { signal } = controller;
  useSettle.setState({ ...idle, target, status: 'running' });
  try {
    for await (const progress of await core.clock.fastForwardUntilSettled(requestOf(target), {
      signal,
    }))
      take(progress);
    const outcome = signal.aborted ? null : await outcomeOf(target);
    running = null;
    useSettle.setState({ outcome, status: signal.aborted ? 'cancelled' : 'done' });
  } catch (error) {
    running = null;
    useSettle.setState(
      signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
}

/** The clock stays where it is. */
export function cancelSettle(): void {
  running?.abort();
}
