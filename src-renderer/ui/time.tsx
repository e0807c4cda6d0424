import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { ageText, exactTime } from './relative-time.ts';

/** Where "now" comes from: the core's clock, which may be paused or run faster. */
export interface NowSource {
  readonly get: () => number;
  /** Tells when it has gone on; returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void;
}

const NowContext = createContext<NowSource | null>(null);
const never = (): (() => void) => () => undefined;

/** Gives "now" to everything inside; it never comes from this machine's clock. */
export function NowProvider({ source, children }: { source: NowSource; children: ReactNode }) {
  return <NowContext value={source}>{children}</NowContext>;
}

/** What `read` makes of now; draws anew only when that has changed. */
export function useReadNow<Value extends string | number | boolean | undefined>(
  read: (now: number | undefined) => Value,
): Value {
  const source = useContext(NowContext);
  return useSyncExternalStore(source?.subscribe ?? never, () => read(source?.get()));
}

export interface TimeProps {
  /** Milliseconds since 1970. */
  at: number;
  className?: string | undefined;
}

/** How long ago something happened; the exact time on hover. */
export function Time({ at, className }: TimeProps) {
  const text = useReadNow((now) => (now === undefined ? exactTime(at) : ageText(at, now)));
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={exactTime(at)}
      className={className ?? 'tabular-nums'}
    >
      {text}
    </time>
  );
}
