import { createContext, type ReactNode, useContext } from 'react';
import { exactTime, relativeTime } from './relative-time.ts';

const NowContext = createContext<number | undefined>(undefined);

/**
 * Gives "now" to everything inside. It comes from the core's clock, which may be paused or run
 * faster, and never from this machine's.
 */
export function NowProvider({ now, children }: { now: number; children: ReactNode }) {
  return <NowContext value={now}>{children}</NowContext>;
}

export function useNow(): number | undefined {
  return useContext(NowContext);
}

export interface TimeProps {
  /** Milliseconds since 1970. */
  at: number;
  /** Left out where a NowProvider stands above. */
  now?: number | undefined;
  className?: string | undefined;
}

/** How long ago, or how soon; the exact time on hover. */
export function Time({ at, now, className }: TimeProps) {
  const contextNow = useNow();
  const against = now ?? contextNow;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={exactTime(at)}
      className={className ?? 'tabular-nums'}
    >
      {against === undefined ? exactTime(at) : relativeTime(at, against)}
    </time>
  );
}
