import { cx } from './cx.ts';

interface ProgressBarProps {
  /** What the bar counts; read aloud. */
  label: string;
  value: number;
  of: number;
  className?: string | undefined;
}

/** How much of a known whole is done. */
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
