import type { ReactNode } from 'react';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { cx } from './cx.ts';
import { Spinner } from './progress.tsx';
import { type Tone, toneSurface, toneText } from './tone.ts';

/** The states of a delivery, of work in this window, and of messages. */
export type MarkedState = DeliveryState | 'planned' | 'sending' | 'duplicate';

/** A state's color, also used in the ledger bar. */
export const stateTones: Record<MarkedState, Tone> = {
  planned: 'neutral',
  sending: 'info',
  waiting: 'info',
  paused: 'neutral',
  delivered: 'ok',
  refused: 'warn',
  gave_up: 'bad',
  blocked: 'ref',
  cancelled: 'neutral',
  not_sent: 'neutral',
  duplicate: 'neutral',
};

/** Cut out of a filled shape, in the pane's color. */
export const cut = { fill: 'none', stroke: 'var(--bg-1)', strokeWidth: 1.5 } as const;
export const drawn = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;

export const tick = (
  <>
    <circle cx="7" cy="7" r="6" />
    <path d="m4.4 7.2 1.9 1.9 3.4-4" {...cut} />
  </>
);

export const cross = (
  <>
    <rect x="1.5" y="1.5" width="11" height="11" rx="2.5" />
    <path d="m4.9 4.9 4.2 4.2m0-4.2L4.9 9.1" {...cut} />
  </>
);

export const triangle = (
  <>
    <path d="M7 1.6 13 12H1z" strokeWidth="1.6" stroke="currentColor" />
    <path d="M7 5.6v3.2M7 10.6v.1" {...cut} />
  </>
);

const shapes: Record<Exclude<MarkedState, 'sending'>, ReactNode> = {
  planned: <circle cx="7" cy="7" r="5.2" {...drawn} strokeDasharray="2.3 2.2" />,
  waiting: (
    <g {...drawn}>
      <path d="M7 1.2A5.8 5.8 0 1 1 1.4 5.6" strokeWidth="1.8" />
      <path d="M7 4v3l2 1.3" />
    </g>
  ),
  paused: <path d="M4.7 2.5v9M9.3 2.5v9" {...drawn} strokeWidth="2.4" />,
  delivered: tick,
  refused: triangle,
  gave_up: cross,
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
  not_sent: (
    <g {...drawn}>
      <rect x="1.7" y="1.7" width="10.6" height="10.6" rx="2.5" />
      <path d="M4.5 7h5" />
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
    <span
      className={cx('inline-flex flex-none', tone)}
      title={decorative ? undefined : stateLabel(state)}
    >
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
      {!decorative && <span className="sr-only">{stateLabel(state)}</span>}
    </span>
  );
}

/** A state as a colored word with its mark, for detail headers. */
export function StatePill({ state }: { state: MarkedState }) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 flex-none items-center gap-1.25 rounded-full pr-2.25 pl-1.75 text-small font-semibold tracking-normal',
        toneSurface[stateTones[state]],
      )}
    >
      <StateMark state={state} size={13} decorative />
      {stateLabel(state)}
    </span>
  );
}
