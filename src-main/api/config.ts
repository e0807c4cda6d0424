import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const sourcesOs = implement(contract.sources);

export const sources = ({ sources }: Core) => ({
  list: sourcesOs.list.handler(() => [...sources.list()]),
  get: sourcesOs.get.handler(({ input }) => sources.get(input.id)),
  usage: sourcesOs.usage.handler(({ input }) => sources.usage(input.id)),
  create: sourcesOs.create.handler(({ input }) => sources.create(input)),
  update: sourcesOs.update.handler(({ input: { id, ...patch } }) => sources.update(id, patch)),
  remove: sourcesOs.remove.handler(({ input }) => sources.remove(input.id)),
  restore: sourcesOs.restore.handler(({ input }) => sources.restore(input.id)),
});

const destinationsOs = implement(contract.destinations);

export const destinations = ({ destinations, send }: Core) => ({
  list: destinationsOs.list.handler(() => [...destinations.list()]),
  get: destinationsOs.get.handler(({ input }) => destinations.get(input.id)),
  create: destinationsOs.create.handler(({ input }) => destinations.create(input)),
  preview: destinationsOs.preview.handler(({ input }) => send.previewSettings(input)),
  update: destinationsOs.update.handler(({ input: { id, ...patch } }) =>
    destinations.update(id, patch),
  ),
  remove: destinationsOs.remove.handler(({ input }) => destinations.remove(input.id)),
  restore: destinationsOs.restore.handler(({ input }) => destinations.restore(input.id)),
});

const receiversOs = implement(contract);

export const receivers = ({ receivers }: Core) => ({
  list: receiversOs.receivers.list.handler(() => receivers.list()),
  get: receiversOs.receivers.get.handler(({ input }) => receivers.get(input.id)),
  create: receiversOs.receivers.create.handler(({ input }) => receivers.create(input)),
  update: receiversOs.receivers.update.handler(({ input: { id, ...patch } }) =>
    receivers.update(id, patch),
  ),
  resetSteps: receiversOs.receivers.resetSteps.handler(({ input }) =>
    receivers.resetSteps(input.id),
  ),
  remove: receiversOs.receivers.remove.handler(({ input }) => receivers.remove(input.id)),
  restore: receiversOs.receivers.restore.handler(({ input }) => receivers.restore(input.id)),
  gallery: receiversOs.receivers.gallery.handler(() => receivers.gallery()),
});

export const receiverRequests = ({ receivers: { requests }, copies }: Core) => ({
  list: receiversOs.receiverRequests.list.handler(({ input: { id, limit, cursor } }) =>
    requests.page(id, limit, cursor),
  ),
  get: receiversOs.receiverRequests.get.handler(({ input }) =>
    requests.get(input.id, input.requestId),
  ),
  previewCopy: receiversOs.receiverRequests.previewCopy.handler(({ input }) =>
    copies.previewReceived(input),
  ),
  sendCopy: receiversOs.receiverRequests.sendCopy.handler(({ input }) =>
    copies.sendReceived(input),
  ),
  clear: receiversOs.receiverRequests.clear.handler(({ input }) => requests.clear(input.id)),
});

const savedFiltersOs = implement(contract.savedFilters);

export const savedFilters = ({ savedFilters }: Core) => ({
  list: savedFiltersOs.list.handler(() => [...savedFilters.list()]),
  create: savedFiltersOs.create.handler(({ input }) => savedFilters.create(input)),
  update: savedFiltersOs.update.handler(({ input: { id, ...patch } }) =>
    savedFilters.update(id, patch),
  ),
  remove: savedFiltersOs.remove.handler(({ input }) => savedFilters.remove(input.id)),
});
