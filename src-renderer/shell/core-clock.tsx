import type { ReactNode } from 'react';
import { useClock } from '#renderer/stores/clock-store.ts';
import { NowProvider, type NowSource } from '#renderer/ui/time.tsx';

const coreTime: NowSource = {
  get: () => useClock.getState().now,
  subscribe: useClock.subscribe,
};

/** Gives everything inside the time of the core's clock, which may differ from this machine's. */
export function CoreClock({ children }: { children: ReactNode }) {
  return <NowProvider source={coreTime}>{children}</NowProvider>;
}
