import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.statistics);

export const statistics = ({ statistics }: Core) => ({
  get: os.get.handler(({ input, signal }) => statistics.get(input, signal)),
});
