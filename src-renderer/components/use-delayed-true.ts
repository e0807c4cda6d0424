import { useEffect, useState } from 'react';

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
