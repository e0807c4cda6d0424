import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const deliveriesOs = implement(contract.deliveries);

export const deliveries = ({ deliveries }: Core) => ({
  list: deliveriesOs.list.handler(({ input, signal }) => deliveries.page(input, signal)),
  count: deliveriesOs.count.handler(async ({ input, signal }) => ({
    count: await deliveries.count(input, signal),
  })),
  matching: deliveriesOs.matching.handler(async ({ input, signal }) => ({
    ids: await deliveries.matching(input, signal),
  })),
  get: deliveriesOs.get.handler(({ input }) => deliveries.get(input.id)),
  retry: deliveriesOs.retry.handler(({ input }) => deliveries.retry(input.id)),
  cancel: deliveriesOs.cancel.handler(({ input }) => deliveries.cancel(input.id)),
  undoCancel: deliveriesOs.undoCancel.handler(({ input }) => deliveries.undoCancel(input.id)),
});

const contractOs = implement(contract);

export const messages = ({ messages }: Core) => ({
  list: contractOs.messages.list.handler(({ input, signal }) =>
    input.filter === undefined ? messages.page(input) : messages.find(input, signal),
  ),
  matching: contractOs.messages.matching.handler(async ({ input, signal }) => ({
    ids: await messages.matching(input, signal),
  })),
  get: contractOs.messages.get.handler(({ input }) => messages.get(input.id)),
});

export const rejected = ({ rejected }: Core) => ({
  list: contractOs.rejected.list.handler(({ input }) => rejected.page(input)),
  get: contractOs.rejected.get.handler(({ input }) => rejected.get(input.id)),
});

const copiesOs = implement(contract.copies);

export const copies = ({ copies }: Core) => ({
  preview: copiesOs.preview.handler(({ input }) => copies.preview(input)),
  send: copiesOs.send.handler(({ input }) => copies.send(input)),
  list: copiesOs.list.handler(({ input }) => copies.page(input)),
  listAll: copiesOs.listAll.handler(({ input }) => copies.pageOfAll(input)),
  get: copiesOs.get.handler(({ input }) => copies.get(input.id)),
});

const statisticsOs = implement(contract.statistics);

export const statistics = ({ statistics }: Core) => ({
  get: statisticsOs.get.handler(({ input, signal }) => statistics.get(input, signal)),
});

const alertsOs = implement(contract.alerts);

export const alerts = ({ alerts }: Core) => ({
  list: alertsOs.list.handler(() => [...alerts.list()]),
});
