import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { formatAge, formatDateTime, formatTime } from '#shared/kit/format.ts';

/** The source of "now": the core's clock, which may be paused or fast. */
export interface NowSource {
  readonly get: () => number;
  /** Calls the listener on each tick; returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

const NowContext = createContext<NowSource | null>(null);
const never = (): (() => void) => () => undefined;

/** Provides "now" to its children, never from this machine's clock. */
export function NowProvider({ source, children }: { source: NowSource; children: ReactNode }) {
  return <NowContext value={source}>{children}</NowContext>;
}

/** A value derived from now; rerenders only when it changes. */
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

/** A relative time; exact on hover. */
export function Time({ at, className }: TimeProps) {
  const text = useReadNow((now) => (now === undefined ? formatDateTime(at) : formatAge(at, now)));
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at)}
      className={className ?? 'tabular-nums'}
    >
      {text}
    </time>
  );
}

/** `08:55:06, 2 min ago`; exact on hover. */
export function Moment({ at }: TimeProps) {
  const age = useReadNow((now) => (now === undefined ? '' : formatAge(at, now)));
  const ago = /^\d/.test(age) ? `${age} ago` : age;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className="tabular-nums">
      {[formatTime(at), ago].filter((part) => part !== '').join(', ')}
    </time>
  );
}
