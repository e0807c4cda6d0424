import { core } from '#renderer/data/core.ts';
import type { ResendSummary } from '#shared/schemas/resend.ts';
import { createPagedStore } from './paged-store.ts';

/** Requests made by hand from the delivery that is open. */
export const resends = createPagedStore<ResendSummary, { readonly deliveryId: number }>({
  // No delivery has this number: nothing is read before one is open.
  firstQuery: { deliveryId: 0 },
  load: (query, page) => core.resends.list({ ...query, ...page }),
  matches: ({ deliveryId }, resend) => resend.deliveryId === deliveryId,
  // It changes once, from being on its way.
  latest: (a, b) => (a.state === 'sending' ? b : a),
});

export const useResends = resends.useList;
