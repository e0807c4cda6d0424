import { useEffect, useState } from 'react';
import { useConnection } from '#renderer/data/connection-state.ts';
import { Spinner } from '#renderer/ui/progress.tsx';

/** Avoids a flash for fast loads. */
const spinnerDelayMs = 250;

export function LateSpinner({ label }: { label: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), spinnerDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid h-full min-h-40 place-items-center text-fg-3">
      {isLate && <Spinner label={label} size={18} />}
    </div>
  );
}

/** True once the condition has held for a while. */
export function useDelayedTrue(condition: boolean, patienceMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), patienceMs);
    return () => clearTimeout(timer);
  }, [condition, patienceMs]);
  return condition && lasting;
}

/** Longer than a restart of the core. */
const reconnectPatienceMs = 800;

/** Whether the core has been unreachable long enough for data to be stale. */
export function useDisconnected(): boolean {
  const state = useConnection((connection) => connection.state);
  return useDelayedTrue(state === 'lost' || state === 'connecting', reconnectPatienceMs);
}
