import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './progress.tsx';
import { type Tone, toneSurface, toneText } from './tone.ts';

export type MarkedState =
  | 'pending'
  | 'sending'
  | 'retrying'
  | 'paused'
  | 'delivered'
  | 'unauthorized'
  | 'exhausted'
  | 'blocked'
  | 'cancelled'
  | 'filtered'
  | 'excluded'
  | 'unrouted'
  | 'duplicate';

/** A state's color, also used in the ledger bar. */
export const stateTones: Record<MarkedState, Tone> = {
  pending: 'neutral',
  sending: 'info',
  retrying: 'wait',
  paused: 'neutral',
  delivered: 'ok',
  unauthorized: 'warn',
  exhausted: 'bad',
  blocked: 'ref',
  cancelled: 'neutral',
  filtered: 'neutral',
  excluded: 'neutral',
  unrouted: 'neutral',
  duplicate: 'neutral',
};

/** Cut out of a filled shape, in the pane's color. */
const cut = { fill: 'none', stroke: 'var(--bg-1)', strokeWidth: 1.5 } as const;
const drawn = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;

const shapes: Record<Exclude<MarkedState, 'sending'>, ReactNode> = {
  pending: <circle cx="7" cy="7" r="5.2" {...drawn} strokeDasharray="2.3 2.2" />,
  retrying: (
    <g {...drawn}>
      <path d="M7 1.2A5.8 5.8 0 1 1 1.4 5.6" strokeWidth="1.8" />
      <path d="M7 4v3l2 1.3" />
    </g>
  ),
  paused: <path d="M4.7 2.5v9M9.3 2.5v9" {...drawn} strokeWidth="2.4" />,
  delivered: (
    <>
      <circle cx="7" cy="7" r="6" />
      <path d="m4.4 7.2 1.9 1.9 3.4-4" {...cut} />
    </>
  ),
  unauthorized: (
    <>
      <path d="M4.2 6V4.3a2.8 2.8 0 0 1 5.6 0V6" {...drawn} strokeWidth="1.7" />
      <rect x="1.9" y="5.8" width="10.2" height="7.2" rx="1.8" />
      <path d="M7 8.6v1.8" {...cut} strokeWidth="1.6" />
    </>
  ),
  exhausted: (
    <>
      <rect x="1.5" y="1.5" width="11" height="11" rx="2.5" />
      <path d="m4.9 4.9 4.2 4.2m0-4.2L4.9 9.1" {...cut} />
    </>
  ),
  blocked: (
    <>
      <path d="M7 .9 12.3 3v3.8c0 3-2.2 5.2-5.3 6.3C3.9 12 1.7 9.8 1.7 6.8V3z" />
      <path d="M4.7 7h4.6" {...cut} strokeWidth="1.6" />
    </>
  ),
  cancelled: (
    <g {...drawn}>
      <circle cx="7" cy="7" r="5.4" />
      <path d="m3.3 10.7 7.4-7.4" />
    </g>
  ),
  filtered: <path d="M1.8 2.5h10.4L8.3 7.2v4.3L5.7 10V7.2z" {...drawn} />,
  excluded: (
    <g {...drawn}>
      <rect x="1.7" y="1.7" width="10.6" height="10.6" rx="2.5" />
      <path d="M4.5 7h5" />
    </g>
  ),
  unrouted: (
    <g {...drawn}>
      <path d="M1 7h3.2M6.6 7h1" />
      <circle cx="10.8" cy="7" r="2.2" />
    </g>
  ),
  duplicate: (
    <g {...drawn}>
      <rect x="4.8" y="4.8" width="7.5" height="7.5" rx="1.8" />
      <path d="M2.9 9.2a1.2 1.2 0 0 1-1.2-1.2V2.9c0-.7.5-1.2 1.2-1.2H8c.7 0 1.2.5 1.2 1.2" />
    </g>
  ),
};

export interface StateMarkProps {
  state: MarkedState;
  size?: number | undefined;
  /** Silent if the word is next to it. */
  decorative?: boolean | undefined;
}

/** A state as a shape that differs in outline and color. */
export function StateMark({ state, size = 14, decorative = false }: StateMarkProps) {
  const tone = toneText[stateTones[state]];
  if (state === 'sending') {
    return <Spinner size={size} label={decorative ? undefined : 'sending'} className={tone} />;
  }
  return (
    <span className={cx('inline-flex flex-none', tone)} title={decorative ? undefined : state}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 14 14"
        fill="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shapes[state]}
      </svg>
      {!decorative && <span className="sr-only">{state}</span>}
    </span>
  );
}

/** A state as a colored word with its mark, for detail headers. */
export function StatePill({ state }: { state: MarkedState }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 flex-none items-center rounded-full px-2 text-small font-medium',
        toneSurface[stateTones[state]],
      )}
    >
      {state}
    </span>
  );
}
