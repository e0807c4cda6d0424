/** The log of the receiver that is looked at. */
import { core } from '#renderer/data/core.ts';
import type { ReceiverEntry, ReceiverEntryDetail } from '#shared/schemas/receiver-request.ts';
import { createDetailStore } from './detail-store.ts';
import { createPagedStore } from './paged-store.ts';

export interface LogQuery {
  readonly receiverId: string;
}

export const receiverRequests = createPagedStore<ReceiverEntry, LogQuery>({
  firstQuery: { receiverId: '' },
  load: ({ receiverId }, page) => core.receiverRequests.list({ id: receiverId, ...page }),
  matches: ({ receiverId }, entry) => entry.receiverId === receiverId,
  latest: (known) => known,
});

export const useReceiverRequests = receiverRequests.useList;

/** Entries are numbered through all receivers, but belong to one: the one whose log is shown. */
export const openReceiverRequest = createDetailStore<ReceiverEntryDetail>((requestId) =>
  core.receiverRequests.get({ id: useReceiverRequests.getState().query.receiverId, requestId }),
);

/** What was shown of that log is gone. */
export function noteCleared(receiverIds: ReadonlySet<string>): void {
  if (!receiverIds.has(useReceiverRequests.getState().query.receiverId)) return;
  receiverRequests.reloadIfShown();
  openReceiverRequest.refresh(() => true);
}
