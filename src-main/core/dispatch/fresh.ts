/**
 * Deliveries that were just accepted, with their bodies: what is sent at once need not be read back
 * from the disk. Only a short cut: what finds no room here is read when its turn comes.
 */
import type { FreshDelivery } from '../store/deliveries.ts';

export interface Fresh {
  add(fresh: FreshDelivery): void;
  get(deliveryId: number): FreshDelivery | undefined;
  drop(deliveryId: number): void;
  /** They may have been changed. */
  clear(): void;
}

/** Enough for some thousand usual bodies. */
const maxBytes = 8 * 1_048_576;

/** What one takes besides its body, about. */
const overheadBytes = 1_024;

const sizeOf = ({ body }: FreshDelivery): number => body.length + overheadBytes;

export function createFresh(): Fresh {
  const held = new Map<number, FreshDelivery>();
  let bytes = 0;
  return {
    add(fresh) {
      if (bytes + sizeOf(fresh) > maxBytes) return;
      bytes += sizeOf(fresh);
      held.set(fresh.delivery.id, fresh);
    },
    get: (deliveryId) => held.get(deliveryId),
    drop(deliveryId) {
      const fresh = held.get(deliveryId);
      if (fresh === undefined) return;
      bytes -= sizeOf(fresh);
      held.delete(deliveryId);
    },
    clear() {
      held.clear();
      bytes = 0;
    },
  };
}
