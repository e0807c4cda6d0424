/** What a sending did, as a sentence. Pure. */
import type { SendRun } from './send-run.ts';

function number(count: number): string {
  return count.toLocaleString('en');
}

function tally(accepted: number, rejected: number): string {
  if (rejected === 0) return `${number(accepted)} accepted`;
  if (accepted === 0) return `${number(rejected)} refused`;
  return `${number(accepted)} accepted, ${number(rejected)} refused`;
}

export function runSentence({ status, progress, count }: SendRun): string {
  const sent = progress?.sent ?? 0;
  const all = progress === null ? '' : `: ${tally(progress.accepted, progress.rejected)}`;
  if (status === 'idle') return '';
  if (status === 'running')
    return count === 1
      ? 'Sending…'
      : `${number(sent)} of ${number(count)} sent${sent > 0 ? all : ''}`;
  if (status === 'cancelled') return `Cancelled after ${number(sent)} of ${number(count)}${all}.`;
  if (progress === null || sent === 0) return 'Nothing was sent.';
  if (count === 1) return progress.accepted === 1 ? 'Accepted.' : 'Refused.';
  return `${number(sent)} of ${number(count)} sent${all}.`;
}
