/**
 * Caches deliveries with their bodies, so that attempts don't read them one by one from disk.
 * Optional: anything that doesn't fit is read when needed.
 */
import type { DeliveryWithBody } from '#main/store/deliveries.ts';

export interface BodyCache {
  add(delivery: DeliveryWithBody): void;
  get(deliveryId: number): DeliveryWithBody | undefined;
  drop(deliveryId: number): void;
  /** Invalidates all entries after a change. */
  clear(): void;
}

/** Limit per destination, enough for several thousand typical bodies. */
const maxBytes = 8 * 1_048_576;

/** Limit for all destinations together. */
const maxTotalBytes = 32 * 1_048_576;

/** Approximate size of an entry without its body. */
const overheadBytes = 1_024;

const sizeOf = ({ body }: DeliveryWithBody): number => body.length + overheadBytes;

/** Total size of all caches. */
export interface BodyCacheSize {
  bytes: number;
}

export function createBodyCache(total: BodyCacheSize): BodyCache {
  const cached = new Map<number, DeliveryWithBody>();
  let bytes = 0;
  function addBytes(deltaBytes: number): void {
    bytes += deltaBytes;
    total.bytes += deltaBytes;
  }
  function drop(deliveryId: number): void {
    const entry = cached.get(deliveryId);
    if (entry === undefined) return;
    addBytes(-sizeOf(entry));
    cached.delete(deliveryId);
  }
  return {
    add(entry) {
      drop(entry.delivery.id);
      const size = sizeOf(entry);
      if (bytes + size > maxBytes || total.bytes + size > maxTotalBytes) return;
      addBytes(size);
      cached.set(entry.delivery.id, entry);
    },
    get: (deliveryId) => cached.get(deliveryId),
    drop,
    clear() {
      cached.clear();
      addBytes(-bytes);
    },
  };
}
