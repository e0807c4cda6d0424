import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';

const os = implement(contract.notices);

export const notices = ({ notices }: Core) => ({
  list: os.list.handler(() => [...notices.list()]),
});
