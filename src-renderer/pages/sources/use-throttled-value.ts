import { useEffect, useRef, useState } from 'react';

/** The value, or the one before while it changes faster than anyone can read. */
export function useThrottledValue<Value>(value: Value, pauseMs: number): Value {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const show = (): void => {
      shownAt.current = performance.now();
      setShown(value);
    };
    const waitMs = shownAt.current + pauseMs - performance.now();
    if (waitMs <= 0) return show();
    const timer = setTimeout(show, waitMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return shown;
}
