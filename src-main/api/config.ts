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

const mocksOs = implement(contract);

export const mocks = ({ mocks }: Core) => ({
  list: mocksOs.mocks.list.handler(() => mocks.list()),
  get: mocksOs.mocks.get.handler(({ input }) => mocks.get(input.id)),
  create: mocksOs.mocks.create.handler(({ input }) => mocks.create(input)),
  update: mocksOs.mocks.update.handler(({ input: { id, ...patch } }) => mocks.update(id, patch)),
  resetSteps: mocksOs.mocks.resetSteps.handler(({ input }) => mocks.resetSteps(input.id)),
  remove: mocksOs.mocks.remove.handler(({ input }) => mocks.remove(input.id)),
  restore: mocksOs.mocks.restore.handler(({ input }) => mocks.restore(input.id)),
  gallery: mocksOs.mocks.gallery.handler(() => mocks.gallery()),
});

export const mockRequests = ({ mocks: { requests }, copies }: Core) => ({
  list: mocksOs.mockRequests.list.handler(({ input: { id, limit, cursor } }) =>
    requests.page(id, limit, cursor),
  ),
  get: mocksOs.mockRequests.get.handler(({ input }) => requests.get(input.id, input.requestId)),
  previewCopy: mocksOs.mockRequests.previewCopy.handler(({ input }) =>
    copies.previewReceived(input),
  ),
  sendCopy: mocksOs.mockRequests.sendCopy.handler(({ input }) => copies.sendReceived(input)),
  clear: mocksOs.mockRequests.clear.handler(({ input }) => requests.clear(input.id)),
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
