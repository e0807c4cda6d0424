import { type ReactNode, useState } from 'react';
import { Banner } from '#renderer/ui/banner.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { type MarkedState, StateMark } from '#renderer/ui/state-mark.tsx';
import type { JobState, SkippedGroup } from '#shared/jobs/job.ts';
import { jobStateLabels, skipReasonLabels } from '#shared/jobs/text.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';

export const jobMarks: Readonly<Record<JobState, MarkedState>> = {
  planned: 'planned',
  running: 'sending',
  paused: 'paused',
  completed: 'delivered',
  failed: 'gave_up',
  cancelled: 'cancelled',
};

/** The state of long work that this window runs. */
export const workStates = {
  running: 'running',
  done: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
} as const satisfies Readonly<Record<string, JobState>>;

interface JobViewProps {
  readonly title: string;
  readonly state: JobState;
  /** What it works on. */
  readonly subject?: ReactNode;
  /** Progress from 0 to 1; null if its total is unknown. */
  readonly share: number | null;
  /** Estimated by the core; omitted: from the progress seen here. */
  readonly remainingMs?: number | null;
  readonly counts?: ReactNode;
  readonly problem?: string | null;
  /** Buttons: pause, resume, cancel. */
  readonly actions?: ReactNode;
  /** More details, below the counts. */
  readonly children?: ReactNode;
}

/** A job of any kind: its name, state, progress, counts and commands. */
export function JobView(props: JobViewProps) {
  const { title, state, subject, share, counts, problem, actions, children } = props;
  const isOver = state === 'completed' || state === 'cancelled';
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-6.5 items-center gap-2">
        <StateMark state={jobMarks[state]} decorative />
        <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere] tabular-nums">
          {title}
        </span>
        <span className="flex-none text-small text-fg-2">{jobStateLabels[state]}</span>
        {actions && <span className="flex flex-none gap-1.5">{actions}</span>}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 pl-5.5 empty:hidden">
        {subject && <p className="truncate text-small text-fg-2">{subject}</p>}
        {!isOver && share !== null && (
          <JobProgress
            title={title}
            share={share}
            remainingMs={state === 'running' ? props.remainingMs : null}
            className="text-fg-2"
          />
        )}
        {counts && (
          <p role="status" className="text-small tabular-nums">
            {counts}
          </p>
        )}
        {problem && <Banner tone="bad">{problem}</Banner>}
        {children}
      </div>
    </div>
  );
}

interface JobProgressProps {
  readonly title: string;
  readonly share: number;
  readonly remainingMs: number | null | undefined;
  readonly className?: string | undefined;
}

/** The progress of a job in one line: bar, percentage and time left. */
export function JobProgress({ title, share, remainingMs, className }: JobProgressProps) {
  return (
    <div className={cx('flex items-center gap-2 text-small tabular-nums', className)}>
      <ProgressBar label={title} value={share} of={1} className="min-w-12 flex-1" />
      {Math.floor(share * 100)}%
      <Remaining share={share} remainingMs={remainingMs} />
    </div>
  );
}

/** Earlier, the estimate is mostly chance. */
const minObservedMs = 1_000;

interface RemainingProps {
  readonly share: number;
  readonly remainingMs: number | null | undefined;
}

function Remaining({ share, remainingMs }: RemainingProps) {
  const [first] = useState({ share, at: performance.now() });
  const observedMs = performance.now() - first.at;
  const gained = share - first.share;
  const seenMs =
    observedMs < minObservedMs || gained <= 0 ? null : (observedMs * (1 - share)) / gained;
  const leftMs = remainingMs === undefined ? seenMs : remainingMs;
  return leftMs === null ? null : (
    <span className="flex-none">about {formatDuration(Math.round(leftMs / 100) * 100)} left</span>
  );
}

/** Skipped deliveries by reason. */
export function SkippedList({ label, groups }: { label: string; groups: readonly SkippedGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <div className="text-small">
      <p className="text-fg-2">{label}</p>
      <ul aria-label={label}>
        {groups.map(({ reason, count }) => (
          <li key={reason} className="flex gap-2">
            <span className="min-w-[5ch] flex-none text-right font-medium tabular-nums">
              {formatCount(count)}
            </span>
            <span className="min-w-0 text-fg-2">{skipReasonLabels[reason]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
