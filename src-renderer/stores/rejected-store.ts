import { core } from '#renderer/data/core.ts';
import type { RejectedSummary } from '#shared/schemas/message.ts';
import { createPagedStore } from './paged-store.ts';

export const rejected = createPagedStore<RejectedSummary, Record<never, never>>({
  firstQuery: {},
  load: (_query, page) => core.rejected.list(page),
  latest: (known) => known,
});

export const useRejected = rejected.useList;
