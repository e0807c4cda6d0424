import type { ReactNode } from 'react';
import { cross, cut, drawn, tick } from '#renderer/ui/state-mark.tsx';
import { type Tone, toneSurface, toneText } from '#renderer/ui/tone.ts';
import type { Check, Verdict } from '#shared/scenarios/schema/report.ts';

type Marked = Check['verdict'] | 'none';

export const verdictTones: Record<Marked, Tone> = {
  passed: 'ok',
  failed: 'bad',
  inconclusive: 'wait',
  skipped: 'neutral',
  none: 'neutral',
};

const verdictLabels: Record<Marked, string> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  none: 'not run',
};

const shapes: Record<Marked, ReactNode> = {
  passed: tick,
  failed: cross,
  inconclusive: (
    <>
      <path d="M7 .6 13.4 7 7 13.4.6 7z" />
      <path d="M7 4v3.6M7 9.4v.6" {...cut} />
    </>
  ),
  skipped: <path d="M3 7h8" {...drawn} />,
  none: <circle cx="7" cy="7" r="5.2" {...drawn} />,
};

/** A verdict as a shape that differs in outline and color. */
export function VerdictMark({
  verdict,
  decorative = false,
}: {
  verdict: Marked;
  /** Silent if the word is next to it. */
  decorative?: boolean;
}) {
  const word = verdictLabels[verdict];
  return (
    <span
      className={`inline-flex flex-none ${toneText[verdictTones[verdict]]}`}
      title={decorative ? undefined : word}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
        {shapes[verdict]}
      </svg>
      {!decorative && <span className="sr-only">{word}</span>}
    </span>
  );
}

export function VerdictPill({ verdict }: { verdict: Verdict }) {
  return (
    <span
      className={`inline-flex h-5 flex-none items-center gap-1.5 rounded-full px-2 text-small font-medium ${toneSurface[verdictTones[verdict]]}`}
    >
      <VerdictMark verdict={verdict} decorative />
      {verdict}
    </span>
  );
}

const bars: Record<Verdict, string> = {
  passed: 'h-2.5 bg-ok',
  failed: 'h-1.5 bg-bad',
  inconclusive: 'h-2.5 border border-wait',
};

/** The last runs, oldest first: tall passed, short failed, hollow inconclusive. */
export function VerdictBars({ verdicts }: { verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return null;
  const text = `Last runs: ${verdicts.toReversed().join(', ')}`;
  return (
    <span className="flex h-2.5 flex-none items-end gap-0.5" title={text}>
      {verdicts.toReversed().map((verdict, index) => (
        <span
          // The position is the identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list has no other order.
          key={index}
          aria-hidden="true"
          data-keep-color
          className={`w-0.75 ${bars[verdict]}`}
        />
      ))}
      <span className="sr-only">{text}</span>
    </span>
  );
}
