/** Limits unsent bytes of slow clients, per client and in total. */

/** Limit for changes. Beyond this, reloading is cheaper for a slow client than catching up. */
export const maxUnsentChangesBytes = 4 * 1024 * 1024;
/** Limit for responses: several of the largest. */
export const maxUnsentResponseBytes = 16 * 1024 * 1024;
const maxUnsentBytesOverall = 64 * 1024 * 1024;
/** Bytes sent between checks of the total. */
const checkIntervalBytes = 8 * 1024 * 1024;

export interface ClientConnection {
  unsentBytes(): number;
  /** Closes the connection immediately. */
  disconnect(): void;
}

export interface UnsentBytes {
  /** Includes the client in the total until the returned function is called. */
  add(client: ClientConnection): () => void;
  /** Call after each send. Disconnects clients that don't read. */
  sent(client: ClientConnection, bytes: number, maxUnsentBytes: number): void;
}

export function createUnsentBytes(): UnsentBytes {
  const clients = new Set<ClientConnection>();
  let sentSinceCheck = 0;

  function disconnect(client: ClientConnection): void {
    clients.delete(client);
    client.disconnect();
  }

  function enforceTotal(): void {
    const unsent = [...clients].map((client) => ({ client, bytes: client.unsentBytes() }));
    let sum = unsent.reduce((total, { bytes }) => total + bytes, 0);
    for (const { client, bytes } of unsent.sort((a, b) => b.bytes - a.bytes)) {
      if (sum <= maxUnsentBytesOverall) return;
      disconnect(client);
      sum -= bytes;
    }
  }

  return {
    add(client) {
      clients.add(client);
      return () => void clients.delete(client);
    },
    sent(client, bytes, maxUnsentBytes) {
      if (client.unsentBytes() > maxUnsentBytes) disconnect(client);
      sentSinceCheck += bytes;
      if (sentSinceCheck < checkIntervalBytes) return;
      sentSinceCheck = 0;
      enforceTotal();
    },
  };
}
