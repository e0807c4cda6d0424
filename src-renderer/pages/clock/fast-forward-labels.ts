/** Text for fast-forwarding. Pure. */

import type { FinishRun, FinishTarget } from '#renderer/data/fast-forward.ts';
import { formatSpan } from '#shared/lib/duration.ts';
import { formatCount } from '#shared/lib/format.ts';
import { type EndCounts, endStates, type FastForwardProgress } from '#shared/schemas/clock.ts';

function counted(count: number, singular: string, plural: string): string {
  return count === 1 ? `1 ${singular}` : `${formatCount(count)} ${plural}`;
}

const stepsText = (steps: number): string => counted(steps, 'step', 'steps');
const deliveriesText = (count: number): string => counted(count, 'delivery', 'deliveries');

function nameOf(target: FinishTarget): string {
  return target.kind === 'everything' ? 'everything' : target.name;
}

export function finishTitle(target: FinishTarget): string {
  return `Fast-forwarding until ${nameOf(target)} finishes`;
}

function simulatedText({ first, progress }: FinishRun): string {
  return `${formatSpan((progress?.now ?? 0) - (first?.now ?? 0))} simulated`;
}

/**
 * Progress from 0 to 1: by deliveries or time, whichever is further, so slow responses still show
 * progress.
 */
export function finishShare({ open, total, elapsedMs, remainingMs }: FastForwardProgress): number {
  const finished = total === 0 ? 1 : (total - open) / total;
  const byTime = remainingMs === null || open === 0 ? 0 : elapsedMs / (elapsedMs + remainingMs);
  return Math.max(finished, byTime);
}

/** A single delivery shows no count. */
export function finishCountsText(run: FinishRun): string {
  const { target, progress } = run;
  if (progress === null) return 'Starting…';
  const { open, total } = progress;
  return [
    ...(target.kind === 'delivery'
      ? []
      : [`${formatCount(open)} of ${formatCount(total)} pending`]),
    simulatedText(run),
  ].join(' · ');
}

export interface FinishNews {
  readonly title: string;
  readonly description: string;
  readonly tone: 'ok' | 'neutral' | 'warn' | 'bad';
}

/** `12 delivered, 3 exhausted`; empty if none ended. */
function endsText(counts: EndCounts | null): string {
  if (counts === null) return '';
  return endStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${state}`)
    .join(', ');
}

/** Green only if everything was delivered. */
function toneOf({ delivered, exhausted, blocked, cancelled }: EndCounts): FinishNews['tone'] {
  if (exhausted + blocked > 0) return delivered > 0 ? 'warn' : 'bad';
  return cancelled > 0 ? 'neutral' : 'ok';
}

/** The result of a finished run; null while it runs. */
export function finishResult(run: FinishRun): FinishNews | null {
  const { status, progress, problem } = run;
  if (status === 'idle' || status === 'running') return null;
  const open = progress?.open ?? 0;
  const total = progress?.total ?? 0;
  const steps = progress?.steps ?? 0;
  const counts = progress?.ended ?? null;
  const countsText = endsText(counts);
  const progressText = `${stepsText(steps)}, ${simulatedText(run)}`;
  if (status === 'failed')
    return {
      title: 'Fast-forward failed',
      description: `${problem ?? ''} ${progressText}.`.trim(),
      tone: 'bad',
    };
  if (status === 'cancelled')
    return {
      title: 'Fast-forward stopped',
      description: `${progressText}. ${stillOpen(open, total)} Clock continues from here.`,
      tone: 'neutral',
    };
  if (open > 0)
    return {
      title: 'Some deliveries have not finished',
      description: [
        `${progressText}.`,
        ...(countsText === '' ? [] : [`${countsText}.`]),
        `${stillOpen(open, total)} No retries scheduled.`,
      ].join(' '),
      tone: 'neutral',
    };
  if (total === 0)
    return {
      title: 'Nothing to fast-forward',
      description: 'No pending deliveries.',
      tone: 'neutral',
    };
  return {
    title: finishedTitle(run, total, countsText),
    description: `${progressText}.`,
    tone: counts === null || countsText === '' ? 'neutral' : toneOf(counts),
  };
}

function stillOpen(open: number, total: number): string {
  return total === 1
    ? 'Still pending.'
    : `${formatCount(open)} of ${deliveriesText(total)} still pending.`;
}

function finishedTitle({ target, outcome }: FinishRun, total: number, countsText: string): string {
  if (target.kind === 'delivery')
    return outcome === null ? `${target.name} has finished` : `${target.name} is ${outcome}`;
  if (countsText !== '')
    return target.kind === 'destination' ? `To ${target.name}: ${countsText}` : countsText;
  return `${deliveriesText(total)} ${total === 1 ? 'has' : 'have'} finished`;
}
