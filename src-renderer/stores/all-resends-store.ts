import { core } from '#renderer/data/core.ts';
import type { ResendSummary } from '#shared/schemas/resend.ts';
import { createPagedStore } from './paged-store.ts';

/** All requests made by hand: edits, bulk resends and imports. */
export const allResends = createPagedStore<ResendSummary, Record<never, never>>({
  firstQuery: {},
  load: (_query, page) => core.resends.listAll(page),
  // It changes once, from being on its way.
  latest: (a, b) => (a.state === 'sending' ? b : a),
});

export const useAllResends = allResends.useList;
