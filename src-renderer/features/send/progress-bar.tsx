interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly of: number;
}

export function ProgressBar({ label, value, of }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={of}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-bg-3 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-bg-3 [&::-webkit-progress-value]:bg-accent"
    />
  );
}
