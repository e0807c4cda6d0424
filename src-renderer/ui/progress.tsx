import { cx } from './cx.ts';

interface SpinnerProps {
  /** What is loading; omitted if adjacent text says it. */
  label?: string | undefined;
  size?: number | undefined;
  className?: string | undefined;
}

/** Spins while something runs; pulses with reduced motion. */
export function Spinner({ label, size = 14, className }: SpinnerProps) {
  return (
    <span className={cx('inline-flex flex-none', className)} title={label}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="animate-spin"
        aria-hidden="true"
      >
        <circle cx="7" cy="7" r="5.5" strokeOpacity=".25" />
        <path d="M7 1.5A5.5 5.5 0 0 1 12.5 7" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

interface ProgressBarProps {
  /** Accessible name of the bar. */
  label: string;
  value: number;
  of: number;
  className?: string | undefined;
}

/** Progress of a known total. */
export function ProgressBar({ label, value, of, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={of}
      className={cx(
        'h-1.5 appearance-none overflow-hidden rounded-full bg-line-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line-2 [&::-webkit-progress-value]:bg-accent',
        className ?? 'w-full',
      )}
    />
  );
}
