import { formatCount } from '#shared/kit/format.ts';
import { cx } from './cx.ts';
import { type Tone, toneFill } from './tone.ts';

export interface LedgerPart {
  /** State name. */
  label: string;
  count: number;
  tone: Tone;
}

export interface LedgerBarProps {
  parts: readonly LedgerPart[];
  className?: string | undefined;
}

/** Minimum width, so small parts stay visible. */
const MIN_PART_PX = 3;

/** The ledger as a stacked bar. */
export function LedgerBar({ parts, className }: LedgerBarProps) {
  const present = parts.filter((part) => part.count > 0);
  const spoken = present.map((part) => `${formatCount(part.count)} ${part.label}`);
  return (
    <div
      role="img"
      aria-label={spoken.length > 0 ? spoken.join(', ') : 'no messages yet'}
      title={spoken.join('\n')}
      className={cx(
        'flex h-1.5 gap-px overflow-hidden rounded-mark bg-bg-3',
        className ?? 'w-37.5',
      )}
    >
      {present.map((part) => (
        <span
          key={part.label}
          data-keep-color
          className={cx('h-full', toneFill[part.tone])}
          style={{ flexGrow: part.count, flexBasis: 0, minWidth: MIN_PART_PX }}
        />
      ))}
    </div>
  );
}
