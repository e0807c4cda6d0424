/** Meanings of color. `accent` is selection and "now"; the others are states. */
export type Tone = 'neutral' | 'accent' | 'ok' | 'wait' | 'bad' | 'ref' | 'info' | 'warn';

export const toneText: Record<Tone, string> = {
  neutral: 'text-fg-2',
  accent: 'text-accent',
  ok: 'text-ok',
  wait: 'text-wait',
  bad: 'text-bad',
  ref: 'text-ref',
  info: 'text-info',
  warn: 'text-warn',
};

export const toneSurface: Record<Tone, string> = {
  neutral: 'bg-bg-3 text-fg-2',
  accent: 'bg-accent-bg text-accent',
  ok: 'bg-ok-bg text-ok',
  wait: 'bg-wait-bg text-wait',
  bad: 'bg-bad-bg text-bad',
  ref: 'bg-ref-bg text-ref',
  info: 'bg-info-bg text-info',
  warn: 'bg-warn-bg text-warn',
};

export const toneFill: Record<Tone, string> = {
  neutral: 'bg-fg-3',
  accent: 'bg-accent',
  ok: 'bg-ok',
  wait: 'bg-wait',
  bad: 'bg-bad',
  ref: 'bg-ref',
  info: 'bg-info',
  warn: 'bg-warn',
};
