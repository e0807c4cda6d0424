/**
 * Deliveries kept in memory with their bodies, so that an attempt need not read them from the disk
 * one by one. Only a short cut: what finds no room here is read when its turn comes.
 */
import type { DeliveryWithBody } from '../store/deliveries.ts';

export interface BodyCache {
  add(delivery: DeliveryWithBody): void;
  get(deliveryId: number): DeliveryWithBody | undefined;
  drop(deliveryId: number): void;
  /** They may have been changed. */
  clear(): void;
}

/** Of one destination: enough for some thousand usual bodies. */
const maxBytes = 8 * 1_048_576;

/** Of all destinations together, however many there are. */
const maxBytesInAll = 32 * 1_048_576;

/** What one takes besides its body, about. */
const overheadBytes = 1_024;

const sizeOf = ({ body }: DeliveryWithBody): number => body.length + overheadBytes;

/** How much all caches hold together. */
export interface BodyCacheSize {
  bytes: number;
}

export function createBodyCache(total: BodyCacheSize): BodyCache {
  const cached = new Map<number, DeliveryWithBody>();
  let bytes = 0;
  function count(more: number): void {
    bytes += more;
    total.bytes += more;
  }
  function drop(deliveryId: number): void {
    const one = cached.get(deliveryId);
    if (one === undefined) return;
    count(-sizeOf(one));
    cached.delete(deliveryId);
  }
  return {
    add(one) {
      drop(one.delivery.id);
      const size = sizeOf(one);
      if (bytes + size > maxBytes || total.bytes + size > maxBytesInAll) return;
      count(size);
      cached.set(one.delivery.id, one);
    },
    get: (deliveryId) => cached.get(deliveryId),
    drop,
    clear() {
      cached.clear();
      count(-bytes);
    },
  };
}
