/** Text for runs. */
import { formatDuration, formatLatency, formatSpan } from '#shared/lib/duration.ts';
import { counted, formatCount } from '#shared/lib/format.ts';
import type { Check } from '#shared/schemas/scenario/report.ts';
import type { RunProgress, RunSummary } from '#shared/schemas/scenario/run.ts';

/** `3 h`, of virtual time. */
export const virtualText = (ms: number): string =>
  ms < 60_000 ? formatDuration(ms) : formatSpan(ms);

/** `3 h in 1.7 s`. */
export const durationText = ({
  virtualMs,
  realMs,
}: Pick<RunSummary, 'virtualMs' | 'realMs'>): string =>
  `${virtualText(virtualMs)} in ${formatLatency(realMs)}`;

export const shortDigest = (digest: string): string => digest.slice(0, 8);

export const progressText = ({ atMs, ledger, steps }: RunProgress): string =>
  [
    `+${virtualText(atMs)}`,
    counted(ledger.accepted, 'message'),
    `${formatCount(ledger.delivered)} delivered`,
    `${formatCount(ledger.pending + ledger.sending + ledger.retrying)} pending`,
    ...(steps.length === 0 ? [] : [steps.join(', ')]),
  ].join(' · ');

/** IDs of the messages that a check is about, such as `orders-101`. */
export function messagesOf(
  { found, story, nearest }: Check,
  steps: readonly { readonly id: string }[],
): readonly string[] {
  const texts = [found, story, ...nearest.map(({ subject }) => subject)].join('\n');
  const ids = new Set(steps.map(({ id }) => id));
  const found2 = [...texts.matchAll(/([\w-]+)-\d+\b/g)]
    .filter(([, step = '']) => ids.has(step))
    .map(([id]) => id);
  return [...new Set(found2)].slice(0, 5);
}
