/** How much waits for clients that do not read: little for each, and bounded for all of them. */

/** Of changes. What a slow client missed costs more than to load again. */
export const maxUnsentChangesBytes = 4 * 1024 * 1024;
/** Of responses: several of the largest. */
export const maxUnsentResponseBytes = 16 * 1024 * 1024;
const maxUnsentBytesOverall = 64 * 1024 * 1024;
/** The sum over all clients is taken whenever this much was sent. */
const sumEveryBytes = 8 * 1024 * 1024;

export interface Outlet {
  unsentBytes(): number;
  /** Ends the connection at once. */
  cut(): void;
}

export interface UnsentBytes {
  /** Counts for the sum until the returned function is called. */
  add(outlet: Outlet): () => void;
  /** To be told after each send; cuts off who does not read. */
  sent(outlet: Outlet, bytes: number, maxUnsentBytes: number): void;
}

export function createUnsentBytes(): UnsentBytes {
  const outlets = new Set<Outlet>();
  let sentSinceSum = 0;

  function cut(outlet: Outlet): void {
    outlets.delete(outlet);
    outlet.cut();
  }

  function boundSum(): void {
    const unsent = [...outlets].map((outlet) => ({ outlet, bytes: outlet.unsentBytes() }));
    let sum = unsent.reduce((total, { bytes }) => total + bytes, 0);
    for (const { outlet, bytes } of unsent.sort((one, other) => other.bytes - one.bytes)) {
      if (sum <= maxUnsentBytesOverall) return;
      cut(outlet);
      sum -= bytes;
    }
  }

  return {
    add(outlet) {
      outlets.add(outlet);
      return () => void outlets.delete(outlet);
    },
    sent(outlet, bytes, maxUnsentBytes) {
      if (outlet.unsentBytes() > maxUnsentBytes) cut(outlet);
      sentSinceSum += bytes;
      if (sentSinceSum < sumEveryBytes) return;
      sentSinceSum = 0;
      boundSum();
    },
  };
}
