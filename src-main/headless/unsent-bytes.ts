/** Limits unsent bytes of slow clients, per client and in total. */

/** Limit for changes. Beyond this, reloading is cheaper for a slow client than catching up. */
export const maxUnsentChangesBytes = 4 * 1024 * 1024;
/** Limit for responses: several of the largest. */
export const maxUnsentResponseBytes = 16 * 1024 * 1024;
const maxUnsentBytesOverall = 64 * 1024 * 1024;
/** Bytes sent between checks of the total. */
const sumEveryBytes = 8 * 1024 * 1024;

export interface Outlet {
  unsentBytes(): number;
  /** Closes the connection immediately. */
  cut(): void;
}

export interface UnsentBytes {
  /** Includes the outlet in the total until the returned function is called. */
  add(outlet: Outlet): () => void;
  /** Call after each send. Disconnects clients that don't read. */
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
