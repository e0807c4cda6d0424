import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.deliveries);

export const deliveries = ({ deliveries }: Core) => ({
  list: os.list.handler(({ input, signal }) => deliveries.page(input, signal)),
  count: os.count.handler(async ({ input, signal }) => ({
    count: await deliveries.count(input, signal),
  })),
  matching: os.matching.handler(async ({ input, signal }) => ({
    ids: await deliveries.matching(input, signal),
  })),
  get: os.get.handler(({ input }) => deliveries.get(input.id)),
  retry: os.retry.handler(({ input }) => deliveries.retry(input.id)),
  cancel: os.cancel.handler(({ input }) => deliveries.cancel(input.id)),
  undoCancel: os.undoCancel.handler(({ input }) => deliveries.undoCancel(input.id)),
});
