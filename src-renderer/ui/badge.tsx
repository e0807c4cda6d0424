import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type Tone, toneSurface } from './tone.ts';

export interface BadgeProps {
  tone?: Tone | undefined;
  /** `pill` for states and counts, `tag` for bytes such as a filter or a content type. */
  look?: 'pill' | 'tag' | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

/** A word on a coloured ground. The word carries the meaning, the colour only repeats it. */
export function Badge({ tone = 'neutral', look = 'pill', icon, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 flex-none items-center gap-1.5 whitespace-nowrap',
        toneSurface[tone],
        look === 'pill' ? 'rounded-full px-2 text-small font-medium' : 'bytes rounded-chip px-1.5',
      )}
    >
      {icon}
      {children}
    </span>
  );
}
