import { core } from '#renderer/data/core.ts';
import { hasGaps } from '#renderer/data/ledger.ts';
import type { MessageSummary } from '#shared/schemas/message.ts';
import { createPagedStore } from './paged-store.ts';

export const messages = createPagedStore<MessageSummary, Record<never, never>>({
  firstQuery: {},
  load: (_query, page) => core.messages.list(page),
  latest: (_known, changed) => changed,
  isWhole: () => !hasGaps(),
});

export const useMessages = messages.useList;
