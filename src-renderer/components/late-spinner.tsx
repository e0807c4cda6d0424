import { useEffect, useState } from 'react';
import { useConnection } from '#renderer/data/connection-state.ts';
import { Spinner } from '#renderer/ui/progress.tsx';

/** What is here sooner needs no sign that it is coming: a flash would only disturb. */
const spinnerDelayMs = 250;

export function LateSpinner({ label }: { label: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), spinnerDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid h-full min-h-40 place-items-center text-fg-3">
      {late && <Spinner label={label} size={18} />}
    </div>
  );
}

/** True once the condition has held for a moment: what is over sooner is not worth a word. */
export function useDelayedTrue(condition: boolean, patienceMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), patienceMs);
    return () => clearTimeout(timer);
  }, [condition, patienceMs]);
  return condition && lasting;
}

/** A restart of the core is shorter than this, and not worth a word. */
const reconnectPatienceMs = 800;

/** Whether the core has been out of reach for so long that what is shown may be out of date. */
export function useDisconnected(): boolean {
  const state = useConnection((connection) => connection.state);
  return useDelayedTrue(state === 'lost' || state === 'connecting', reconnectPatienceMs);
}
