/** Text for the virtual clock. Pure. */

import type { FinishRun, FinishTarget } from '#renderer/kit/data/fast-forward.ts';
import { type ClockState, type EndCounts, endStates } from '#shared/clock/clock.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { formatSpan } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';

/** Speeds in the UI; the API accepts any. */
export const speeds = [1, 10, 60, 600, 3_600] as const;

/** Receives the focus when the focused element is removed. */
export const speedButtonId = 'clock-speed';

const second = 1_000;

type Course = Pick<ClockState, 'mode' | 'speed'>;

export function speedText(speed: number): string {
  return `× ${formatCount(speed)}`;
}

/** How the clock runs, short enough for the top bar. */
export function modeText({ mode, speed }: Course): string {
  if (mode === 'fast') return speedText(speed);
  return mode === 'real' ? 'Real time' : 'Paused';
}

export function fasterThan(speed: number): number | undefined {
  return speeds.find((playSpeed) => playSpeed > speed);
}

export function slowerThan(speed: number): number | undefined {
  return speeds.findLast((playSpeed) => playSpeed < speed);
}

/** The difference to real time, with the changing number last. */
export function aheadText(aheadMs: number): string {
  if (Math.abs(aheadMs) < second) return 'in sync with real time';
  return aheadMs > 0 ? `${formatSpan(aheadMs)} ahead` : `${formatSpan(-aheadMs)} behind`;
}

/** The time until the next attempt. */
export function nextText(nextAttemptAt: number | null, now: number): string {
  if (nextAttemptAt === null) return 'No retries scheduled';
  return nextAttemptAt <= now ? 'due now' : `next in ${formatSpan(nextAttemptAt - now)}`;
}

/** Why there is no next attempt to fast-forward to; undefined if there is. */
export function fastForwardProblem(nextAttemptAt: number | null, now: number): string | undefined {
  if (nextAttemptAt === null) return 'No retries scheduled';
  return nextAttemptAt <= now ? 'Already due' : undefined;
}

export function waitingText(count: number): string {
  if (count === 0) return 'No waiting deliveries';
  return count === 1 ? '1 waiting delivery' : `${formatCount(count)} waiting deliveries`;
}

// Describes what remains scheduled after going back to real time.

interface BackFacts {
  /** Deliveries that have a next attempt. */
  readonly waiting: number;
  readonly nextAttemptAt: number | null;
  readonly realNow: number;
  /** How far the clock was ahead of real time. */
  readonly aheadMs: number;
}

const minuteMs = 60_000;

function retriesText({ waiting, nextAttemptAt, realNow }: BackFacts): string | undefined {
  if (waiting === 0 || nextAttemptAt === null) return undefined;
  const count = waiting === 1 ? '1 delivery' : `${formatCount(waiting)} deliveries`;
  const dueInMs = nextAttemptAt - realNow;
  return `${count} waiting; next attempt ${dueInMs > 0 ? `in ${formatSpan(dueInMs)}` : 'now'}.`;
}

/** Empty if nothing remains. */
export function backText(facts: BackFacts): string {
  return [
    retriesText(facts),
    facts.aheadMs >= minuteMs
      ? `Timestamps stay up to ${formatSpan(facts.aheadMs)} ahead.`
      : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(' ');
}

// Text for fast-forwarding.

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

/** A single delivery shows no count. */
export function finishCountsText(run: FinishRun): string {
  const { target, progress } = run;
  if (progress === null) return 'Starting…';
  const { open, total } = progress;
  return [
    ...(target.kind === 'delivery'
      ? []
      : [`${formatCount(open)} of ${formatCount(total)} waiting`]),
    simulatedText(run),
  ].join(' · ');
}

interface FinishNews {
  readonly title: string;
  readonly description: string;
  readonly tone: 'ok' | 'neutral' | 'warn' | 'bad';
}

/** `12 delivered, 3 gave up`; empty if none ended. */
function endsText(counts: EndCounts | null): string {
  if (counts === null) return '';
  return endStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${stateLabel(state)}`)
    .join(', ');
}

/** Green only if everything was delivered. */
function toneOf({
  delivered,
  refused,
  gave_up,
  blocked,
  cancelled,
}: EndCounts): FinishNews['tone'] {
  if (refused + gave_up + blocked > 0) return delivered > 0 ? 'warn' : 'bad';
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
      description: 'No waiting deliveries.',
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
    ? 'Still waiting.'
    : `${formatCount(open)} of ${deliveriesText(total)} still waiting.`;
}

function finishedTitle({ target, outcome }: FinishRun, total: number, countsText: string): string {
  if (target.kind === 'delivery')
    return outcome === null
      ? `${target.name} has finished`
      : `${target.name}: ${stateLabel(outcome)}`;
  if (countsText !== '')
    return target.kind === 'destination' ? `To ${target.name}: ${countsText}` : countsText;
  return `${deliveriesText(total)} ${total === 1 ? 'has' : 'have'} finished`;
}
