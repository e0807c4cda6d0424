import { type ReactNode, useEffect, useState } from 'react';
import { coreNow, useSystem } from '#renderer/stores/system-store.ts';
import { NowProvider } from '#renderer/ui/time.tsx';

/** Ages are told in seconds at the finest. */
const tickMs = 1_000;

/** Gives everything inside the time of the core's clock, which may differ from this machine's. */
export function CoreClock({ children }: { children: ReactNode }) {
  const aheadMs = useSystem((state) => state.clockAheadMs);
  const [now, setNow] = useState(coreNow);

  useEffect(() => {
    const tick = () => setNow(Date.now() + aheadMs);
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [aheadMs]);

  return <NowProvider now={now}>{children}</NowProvider>;
}
