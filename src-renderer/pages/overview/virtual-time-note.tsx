import { useClock } from '#renderer/stores/clock-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { formatSpan } from '#shared/lib/duration.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';

/** Marks a time range that includes virtual time. */
export function VirtualTimeNote({ statistics: { now, to, bucketMs } }: { statistics: Statistics }) {
  const aheadMs = useClock((clock) => clock.aheadMs);
  const virtualMs = to - bucketMs - (now - aheadMs);
  if (virtualMs < bucketMs) return null;
  return (
    <Banner tone="info">
      <span className="tabular-nums">Includes {formatSpan(virtualMs)} of virtual time</span>
    </Banner>
  );
}
