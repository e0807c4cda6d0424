import { type Settling, useSettleTarget } from '#renderer/components/fast-forward-button.tsx';
import { type DeliveryDetail, isOpenState } from '#shared/schemas/delivery.ts';

/** Jumping through the rest of its ladder; null once it has ended. */
export function useSettleDelivery({ id, label, state }: DeliveryDetail): Settling | null {
  const settling = useSettleTarget({ kind: 'delivery', id, name: label });
  return isOpenState(state) || settling.busy ? settling : null;
}
