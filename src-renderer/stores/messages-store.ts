import { core } from '#renderer/data/core.ts';
import type { MessageSummary } from '#shared/schemas/message.ts';
import { createPagedStore } from './paged-store.ts';

export const messages = createPagedStore<MessageSummary, Record<never, never>>({
  firstQuery: {},
  load: (_query, page) => core.messages.list(page),
  latest: (_known, changed) => changed,
  isWhole: () => true,
});

export const useMessages = messages.useList;
