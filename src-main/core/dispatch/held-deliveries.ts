/**
 * Deliveries held in memory with their bodies, so that an attempt need not read them from the disk
 * one by one. Only a short cut: what finds no room here is read when its turn comes.
 */
import type { DeliveryWithBody } from '../store/deliveries.ts';

export interface HeldDeliveries {
  add(delivery: DeliveryWithBody): void;
  get(deliveryId: number): DeliveryWithBody | undefined;
  drop(deliveryId: number): void;
  /** They may have been changed. */
  clear(): void;
}

/** Enough for some thousand usual bodies. */
const maxBytes = 8 * 1_048_576;

/** What one takes besides its body, about. */
const overheadBytes = 1_024;

const sizeOf = ({ body }: DeliveryWithBody): number => body.length + overheadBytes;

export function createHeldDeliveries(): HeldDeliveries {
  const held = new Map<number, DeliveryWithBody>();
  let bytes = 0;
  function drop(deliveryId: number): void {
    const one = held.get(deliveryId);
    if (one === undefined) return;
    bytes -= sizeOf(one);
    held.delete(deliveryId);
  }
  return {
    add(one) {
      drop(one.delivery.id);
      if (bytes + sizeOf(one) > maxBytes) return;
      bytes += sizeOf(one);
      held.set(one.delivery.id, one);
    },
    get: (deliveryId) => held.get(deliveryId),
    drop,
    clear() {
      held.clear();
      bytes = 0;
    },
  };
}
