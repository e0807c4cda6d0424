import { useMemo } from 'react';
import { useDelivery, useResend } from '#renderer/data/details.ts';
import type { SideRef } from './compare-route.ts';
import { type Side, sideOf } from './side.ts';

export type SideState =
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly problem: string | null; readonly reload: () => void }
  | { readonly status: 'ready'; readonly side: Side };

/** Reads what stands on one side of a comparison, and reads it again when it has changed. */
export function useSide(ref: SideRef): SideState {
  const resendId = ref.kind === 'resend' ? ref.resendId : null;
  const delivery = useDelivery(ref.deliveryId);
  const resend = useResend(resendId);
  const side = useMemo(() => {
    if (delivery.value?.id !== ref.deliveryId) return undefined;
    if (resendId !== null && resend.value?.id !== resendId) return undefined;
    return sideOf(ref, delivery.value, resend.value);
  }, [delivery.value, resend.value, ref, resendId]);
  for (const { id, status, problem, reload } of [delivery, resend]) {
    if (id !== null && status === 'missing') return { status };
    if (id !== null && status === 'failed') return { status, problem, reload };
  }
  if (side === undefined) return { status: 'loading' };
  return side === null ? { status: 'missing' } : { status: 'ready', side };
}
