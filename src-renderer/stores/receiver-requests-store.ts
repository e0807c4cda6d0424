/** The log of the receiver that is looked at. */
import { core } from '#renderer/data/core.ts';
import type { ReceiverEntry } from '#shared/schemas/receiver-request.ts';
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
