/** Limits the unsent bytes of clients that do not read, per client and overall. */

/** Changes: beyond this, reloading is cheaper for a slow client than catching up. */
export const maxUnsentChangesBytes = 4 * 1024 * 1024;
/** Responses: several of the largest. */
export const maxUnsentResponseBytes = 16 * 1024 * 1024;
const maxUnsentBytesOverall = 64 * 1024 * 1024;
/** The sum over all clients is checked each time this much was sent. */
const sumEveryBytes = 8 * 1024 * 1024;

export interface Outlet {
  unsentBytes(): number;
  /** Ends the connection at once. */
  cut(): void;
}

export interface UnsentBytes {
  /** Includes the outlet in the sum until the returned function is called. */
  add(outlet: Outlet): () => void;
  /** Call after each send; disconnects clients that do not read. */
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
