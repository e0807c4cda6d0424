import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract);

export const receivers = ({ receivers }: Core) => ({
  list: os.receivers.list.handler(() => receivers.list()),
  get: os.receivers.get.handler(({ input }) => receivers.get(input.id)),
  create: os.receivers.create.handler(({ input }) => receivers.create(input)),
  update: os.receivers.update.handler(({ input: { id, ...patch } }) => receivers.update(id, patch)),
  rewind: os.receivers.rewind.handler(({ input }) => receivers.rewind(input.id)),
  remove: os.receivers.remove.handler(({ input }) => receivers.remove(input.id)),
  restore: os.receivers.restore.handler(({ input }) => receivers.restore(input.id)),
  gallery: os.receivers.gallery.handler(() => receivers.gallery()),
});

export const receiverRequests = ({ receivers: { requests } }: Core) => ({
  list: os.receiverRequests.list.handler(({ input: { id, limit, cursor } }) =>
    requests.page(id, limit, cursor),
  ),
  get: os.receiverRequests.get.handler(({ input }) => requests.get(input.id, input.requestId)),
  clear: os.receiverRequests.clear.handler(({ input }) => requests.clear(input.id)),
});
