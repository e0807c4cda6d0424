import { useEffect, useRef, useState } from 'react';

/** The value, with at most one update per pause; the first one immediately. */
export function useThrottledValue<Value>(value: Value, pauseMs: number): Value {
  const [throttled, setThrottled] = useState(value);
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const show = (): void => {
      shownAt.current = performance.now();
      setThrottled(value);
    };
    const waitMs = shownAt.current + pauseMs - performance.now();
    if (waitMs <= 0) return show();
    const timer = setTimeout(show, waitMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return throttled;
}
