import type { ReactNode } from 'react';
import { cross, cut, drawn, tick, triangle } from '#renderer/ui/state-mark.tsx';
import { type Tone, toneSurface, toneText } from '#renderer/ui/tone.ts';
import type { Check, Verdict } from '#shared/scenarios/schema/report.ts';

/** `problem`: the file can't be run. */
type Marked = Check['verdict'] | 'none' | 'problem';

export const verdictTones: Record<Marked, Tone> = {
  passed: 'ok',
  failed: 'bad',
  inconclusive: 'wait',
  skipped: 'neutral',
  none: 'neutral',
  problem: 'warn',
};

const verdictLabels: Record<Marked, string> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  none: 'not run',
  problem: 'has a problem',
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
  problem: triangle,
  none: <circle cx="7" cy="7" r="5.2" {...drawn} strokeDasharray="2.3 2.2" />,
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

/** With the verdict as its text by default. */
export function VerdictPill({ verdict, children }: { verdict: Verdict; children?: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 flex-none items-center gap-1.25 rounded-full pr-2.25 pl-1.75 text-small font-semibold tracking-normal ${toneSurface[verdictTones[verdict]]}`}
    >
      <VerdictMark verdict={verdict} decorative />
      {children ?? verdict}
    </span>
  );
}

const bars: Record<Verdict, string> = {
  passed: 'h-4 bg-ok',
  failed: 'h-2.5 bg-bad',
  inconclusive: 'h-4 border border-wait',
};

/** The last runs, oldest first: tall passed, short failed, hollow inconclusive. */
export function VerdictBars({ verdicts }: { verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return null;
  const text = `Last runs: ${verdicts.toReversed().join(', ')}`;
  return (
    <span className="flex h-4 flex-none items-end gap-0.75" title={text}>
      {verdicts.toReversed().map((verdict, index) => (
        <span
          // The position is the identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list has no other order.
          key={index}
          aria-hidden="true"
          data-keep-color
          className={`w-1.25 rounded-mark ${bars[verdict]}`}
        />
      ))}
      <span className="sr-only">{text}</span>
    </span>
  );
}
