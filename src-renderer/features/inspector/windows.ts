/**
 * The windows of a delivery: retried by hand after it has ended, it begins a new one (D31). Which
 * attempts are of the present one is known. Of those before it is read off the rules (D23 to D28): an
 * attempt that they do not allow any more in a window began the next one. Pure.
 */
import { plannedDelayMs } from '#shared/lib/backoff.ts';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { currentAttempts } from './attempts.ts';

type Round = readonly Attempt[];

const beginOf = (round: Round): number => Math.min(...round.map(({ startedAt }) => startedAt));

const answeredAt = ({ startedAt, timings }: Attempt): number => startedAt + timings.totalMs;

function roundsOf(attempts: readonly Attempt[]): readonly Round[] {
  return [...Map.groupBy(attempts, ({ round }) => round).values()];
}

type Rules = Pick<DeliveryDetail, 'id' | 'destination'>;

/** Whether the attempt after so many, the last of which was answered then, would come too late (D28). */
function isExhausted(rules: Rules, startAt: number, made: number, answered: number): boolean {
  const { retry } = rules.destination;
  return answered + plannedDelayMs(retry, rules.id, made) > startAt + retry.windowMs;
}

/** Where one success stops the others, all go by the rounds of the delivery (D23). */
function anyHasEnded(rules: Rules, startAt: number, window: readonly Round[]): boolean {
  const attempts = window.flat();
  const answered = Math.max(...attempts.map(answeredAt));
  return (
    attempts.some(({ verdict }) => verdict.kind === 'delivered') ||
    isExhausted(rules, startAt, window.length, answered)
  );
}

/** With strict fan-out each webhook goes its own way (D24); what is refused is so in either (D25). */
function webhookHasEnded(rules: Rules, startAt: number, own: Round): boolean {
  const last = own.at(-1);
  if (last === undefined) return false;
  if (last.verdict.kind !== 'failed') return true;
  const isStrict = rules.destination.fanOut === 'each';
  return isStrict && isExhausted(rules, startAt, own.length, answeredAt(last));
}

/** Whether a round is of another window than the rounds before it. */
function beginsAnew(rules: Rules, window: readonly Round[], round: Round): boolean {
  const [first, last] = [window[0], window.at(-1)];
  if (first === undefined || last === undefined) return false;
  const [startAt, at] = [beginOf(first), beginOf(round)];
  // No attempt starts after the window; and time goes back only when the clock is set back.
  if (at > startAt + rules.destination.retry.windowMs || at < beginOf(last)) return true;
  if (rules.destination.fanOut === 'any' && anyHasEnded(rules, startAt, window)) return true;
  const made = window.flat();
  return round.some(({ url }) =>
    webhookHasEnded(
      rules,
      startAt,
      made.filter((attempt) => attempt.url === url),
    ),
  );
}

/** Attempts by window, the present one last; that one may have none yet. */
export function windowsOf(
  delivery: Pick<DeliveryDetail, 'id' | 'destination' | 'attemptList' | 'webhooks'>,
): readonly (readonly Attempt[])[] {
  const present = currentAttempts(delivery);
  const ids = new Set(present.map(({ id }) => id));
  const windows: Round[][] = [];
  for (const round of roundsOf(delivery.attemptList.filter(({ id }) => !ids.has(id)))) {
    const window = windows.at(-1);
    if (window === undefined || beginsAnew(delivery, window, round)) windows.push([round]);
    else window.push(round);
  }
  return [...windows.map((rounds) => rounds.flat()), present];
}
