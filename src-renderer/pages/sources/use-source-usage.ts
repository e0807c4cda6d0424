import { useEffect, useRef, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { useArrivals } from '#renderer/stores/arrivals-store.ts';
import type { SourceUsage } from '#shared/schemas/source.ts';

/** Read no more often than this, however fast messages come in. */
const pauseMs = 1_000;

/** The API usage of a source, read again as messages come in; null until it is known. */
export function useSourceUsage(id: string): SourceUsage | null {
  const newest = useArrivals(({ messages }) => messages[id]?.id);
  const [usage, setUsage] = useState<SourceUsage | null>(null);
  const readAt = useRef(0);

  useEffect(() => {
    // Named here so that a message of this source reads it anew.
    void newest;
    const wait = Math.max(0, readAt.current + pauseMs - performance.now());
    const timer = setTimeout(() => {
      readAt.current = performance.now();
      // An answer that is overtaken is shown all the same: there is always a newer one in busy times.
      core.sources.usage({ id }).then(setUsage, () => {
        // The numbers before stay; the next message asks again.
      });
    }, wait);
    return () => clearTimeout(timer);
  }, [id, newest]);

  return usage;
}
