/** The retry ladder of a policy as the plot draws it, with the room that jitter gives each step. Pure. */
import type { LadderStep } from '#renderer/ui/backoff-plot.tsx';
import { backoffMs, ladderMs } from '#shared/lib/backoff.ts';
import { formatDuration } from '#shared/lib/duration.ts';
import type { RetryPolicy } from '#shared/schemas/retry-policy.ts';

/** Half of the jitter taken off is the middle between the earliest and the latest. */
const middle = 0.5;

/** Ladders end here whatever the policy, so a count of it means "at least". */
const longestLadder = 500;

export function ladderSteps(policy: RetryPolicy): readonly LadderStep[] {
  const earliest = ladderMs(policy, () => 1);
  const latest = ladderMs(policy, () => 0);
  return ladderMs(policy, () => middle).map((elapsedMs, index) => ({
    number: index + 1,
    elapsedMs,
    delayMs: backoffMs(policy, index + 1, middle),
    earliestMs: earliest[index],
    // Without any luck, this retry would come too late and not be made.
    latestMs: latest[index] ?? policy.windowMs,
  }));
}

function counted(attempts: number): string {
  return attempts > longestLadder ? 'more than 500' : attempts.toLocaleString('en');
}

/** "about 22 attempts within 4 h, 18 to 30 depending on jitter." The first attempt counts. */
export function ladderSentence(policy: RetryPolicy): string {
  const attempts = (fraction: number) => 1 + ladderMs(policy, () => fraction).length;
  const [fewest, usual, most] = [attempts(0), attempts(middle), attempts(1)];
  const within = `within ${formatDuration(policy.windowMs)}`;
  if (most === 1)
    return 'one attempt and no retry, since the first delay is longer than the window.';
  if (fewest === most) return `${counted(usual)} attempts ${within}.`;
  return `about ${counted(usual)} attempts ${within}, ${counted(fewest)} to ${counted(most)} depending on jitter.`;
}
