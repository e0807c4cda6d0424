/**
 * Finds a shortest schedule that still fails, by leaving out disturbances and using simpler ones. Each
 * candidate runs up to three times until one fails: a race fails in some runs only. The shortest runs
 * three times in any case.
 */
import { inOrder, simplerKinds } from './disturbances.ts';
import type { ExploredMessage } from './messages.ts';
import type { Schedule } from './schedules.ts';

const confirmations = 3;

/** How often a schedule failed. */
export interface Confirmed<Failure> {
  readonly schedule: Schedule;
  readonly runs: number;
  readonly failed: number;
  /** Of the last run that failed. */
  readonly failure: Failure;
}

/** Candidates with a part left out: all but the disturbances of these messages first, then halves, then smaller parts. */
function* shorter(
  schedule: Schedule,
  messageIds: readonly string[],
): Generator<Schedule, void, void> {
  const own = schedule.filter(({ messageId }) => messageIds.includes(messageId));
  if (own.length > 0 && own.length < schedule.length) yield own;
  for (
    let size = Math.ceil(schedule.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let start = 0; start < schedule.length; start += size) {
      const rest = schedule.filter((_, index) => index < start || index >= start + size);
      if (rest.length > 0) yield rest;
    }
}

function* simpler(schedule: Schedule): Generator<Schedule, void, void> {
  for (const [index, { kind, messageId }] of schedule.entries()) {
    const simplerKind = simplerKinds[kind];
    if (simplerKind !== undefined) yield schedule.with(index, { kind: simplerKind, messageId });
  }
}

/** Of one run. `undecided`: it has no verdict. `stopped`: no further run is possible. */
export type Outcome<Failure> =
  | { readonly kind: 'passed' | 'undecided' | 'stopped' }
  /** `tries`: all of them failed. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly tries: number };

export async function shrink<Failure>(
  start: Confirmed<Failure>,
  messages: readonly ExploredMessage[],
  run: (schedule: Schedule) => Promise<Outcome<Failure>>,
  /** Messages that a failure names: probably, their disturbances are the cause. */
  namedIn: (failure: Failure) => readonly string[],
): Promise<Confirmed<Failure>> {
  /** Candidates that passed every time. */
  const passed = new Set<string>();
  /** Runs in a row that were not possible: the first may have been a reset that failed once. */
  let stops = 0;
  const isStopped = (): boolean => stops > 1;

  /** The first candidate that fails. Each runs once before any runs again. */
  async function firstOf(candidates: Iterable<Schedule>): Promise<Confirmed<Failure> | null> {
    const open = new Map<string, Schedule>();
    for (const candidate of candidates) {
      const schedule = inOrder(candidate, messages);
      const key = JSON.stringify(schedule);
      if (!passed.has(key)) open.set(key, schedule);
    }
    for (let runs = 1; runs <= confirmations; runs += 1)
      for (const [key, schedule] of open) {
        const outcome = await run(schedule);
        stops = outcome.kind === 'stopped' ? stops + 1 : 0;
        if (isStopped()) return null;
        if (outcome.kind === 'undecided' || outcome.kind === 'stopped') open.delete(key);
        if (outcome.kind !== 'failed') continue;
        const { failure, tries } = outcome;
        return { schedule, runs: runs - 1 + tries, failed: tries, failure };
      }
    for (const key of open.keys()) passed.add(key);
    return null;
  }

  let best = start;
  for (;;) {
    const next =
      (await firstOf(shorter(best.schedule, namedIn(best.failure)))) ??
      (isStopped() ? null : await firstOf(simpler(best.schedule)));
    if (next === null) break;
    best = next;
  }
  while (best.runs < confirmations && !isStopped()) {
    const outcome = await run(best.schedule);
    stops = outcome.kind === 'stopped' ? stops + 1 : 0;
    if (outcome.kind === 'stopped') continue;
    if (outcome.kind === 'undecided') break;
    const tries = outcome.kind === 'failed' ? outcome.tries : 1;
    const runs = best.runs + tries;
    best =
      outcome.kind === 'failed'
        ? { ...best, runs, failed: best.failed + tries, failure: outcome.failure }
        : { ...best, runs };
  }
  return best;
}
