/**
 * Finds a shortest schedule that still fails, by leaving out disturbances and using simpler ones. Each
 * candidate runs until it fails, up to three times: a race fails in some runs only. The shortest runs
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

/** Candidates with a part left out: halves first, then smaller parts. */
function* shorter(schedule: Schedule): Generator<Schedule, void, void> {
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

/** Of one run. `undecided` says nothing, as after an interruption. */
export type Outcome<Failure> =
  | { readonly kind: 'passed' | 'undecided' }
  /** `tries`: all of them failed. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly tries: number };

export async function shrink<Failure>(
  start: Confirmed<Failure>,
  messages: readonly ExploredMessage[],
  run: (schedule: Schedule) => Promise<Outcome<Failure>>,
): Promise<Confirmed<Failure>> {
  /** Candidates that passed every time. */
  const passed = new Set<string>();

  async function confirm(schedule: Schedule): Promise<Confirmed<Failure> | null> {
    const key = JSON.stringify(schedule);
    if (passed.has(key)) return null;
    for (let runs = 1; runs <= confirmations; runs += 1) {
      const outcome = await run(schedule);
      if (outcome.kind === 'undecided') return null;
      if (outcome.kind === 'failed') {
        const { failure, tries } = outcome;
        return { schedule, runs: runs - 1 + tries, failed: tries, failure };
      }
    }
    passed.add(key);
    return null;
  }
  async function firstOf(candidates: Iterable<Schedule>): Promise<Confirmed<Failure> | null> {
    for (const candidate of candidates) {
      const confirmed = await confirm(inOrder(candidate, messages));
      if (confirmed !== null) return confirmed;
    }
    return null;
  }

  let best = start;
  for (;;) {
    const next = (await firstOf(shorter(best.schedule))) ?? (await firstOf(simpler(best.schedule)));
    if (next === null) break;
    best = next;
  }
  while (best.runs < confirmations) {
    const outcome = await run(best.schedule);
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
