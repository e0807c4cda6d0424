import { startSettle, useSettle } from '#renderer/stores/settle-store.ts';
import { type DeliveryDetail, isOpenState } from '#shared/schemas/delivery.ts';

/** Jumping through the rest of its ladder; null once it has ended. */
export function useSettleDelivery({ id, label, state }: DeliveryDetail) {
  const isRunning = useSettle(({ status }) => status === 'running');
  const isThis = useSettle(({ target }) => target.kind === 'delivery' && target.id === id);
  if (!isOpenState(state) && !(isRunning && isThis)) return null;
  return {
    busy: isRunning && isThis,
    problem: isRunning && !isThis ? 'Something else is being settled just now' : undefined,
    settle: () => void startSettle({ kind: 'delivery', id, name: label }),
  };
}
