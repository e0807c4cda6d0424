import { useEffect, useMemo } from 'react';
import { compared } from '#renderer/stores/details.ts';
import type { SideRef } from './compare-route.ts';
import { type Side, sideOf } from './side.ts';

export type SideState =
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly problem: string | null }
  | { readonly status: 'ready'; readonly side: Side };

/** Reads what stands on one side of a comparison, and reads it again when it has changed. */
export function useSide(which: 'before' | 'after', ref: SideRef): SideState {
  const stores = compared[which];
  const delivery = stores.delivery.useDetail();
  const resend = stores.resend.useDetail();
  const resendId = ref.kind === 'resend' ? ref.resendId : null;
  useEffect(() => stores.delivery.open(ref.deliveryId), [stores, ref.deliveryId]);
  useEffect(() => stores.resend.open(resendId), [stores, resendId]);
  useEffect(
    () => () => {
      stores.delivery.open(null);
      stores.resend.open(null);
    },
    [stores],
  );
  return useMemo((): SideState => {
    for (const { id, status, problem } of [delivery, resend]) {
      if (id !== null && status === 'missing') return { status };
      if (id !== null && status === 'failed') return { status, problem };
    }
    if (delivery.value?.id !== ref.deliveryId) return { status: 'loading' };
    if (ref.kind === 'resend' && resend.value?.id !== ref.resendId) return { status: 'loading' };
    const side = sideOf(ref, delivery.value, resend.value);
    return side === null ? { status: 'missing' } : { status: 'ready', side };
  }, [delivery, resend, ref]);
}

export function readAgain(): void {
  for (const { delivery, resend } of [compared.before, compared.after]) {
    delivery.refresh(() => true);
    resend.refresh(() => true);
  }
}
