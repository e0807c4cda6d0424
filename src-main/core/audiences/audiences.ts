/** Audiences and their members. */
import type { ChurnRequest } from '#shared/schemas/audience.ts';
import type { GenerateRequest, UserQuery } from '#shared/schemas/computation.ts';
import { churn } from './churn.ts';
import { type ComputationTools, createComputations } from './computations.ts';
import { generateMembers } from './generate.ts';
import { putUsers, removeUsers, replaceUsers } from './membership.ts';
import { memberValue } from './value-text.ts';

export type Audiences = ReturnType<typeof createAudiences>;

const asMembers = (userIds: readonly string[]) =>
  userIds.map((userId) => ({ userId, value: memberValue }));

export function createAudiences(tools: ComputationTools) {
  const { store } = tools;
  const computations = createComputations(tools, 'audience');
  const finder = (id: string) => () => computations.find(id);

  return {
    ...computations,
    members: {
      list({ id, show, search, cursor, limit }: UserQuery) {
        const { row } = computations.find(id);
        const { items, nextCursor } = store.members.page(row, show, search ?? '', cursor, limit);
        return {
          items: items.map(({ userId, pendingChange }) => ({ userId, pendingChange })),
          nextCursor,
        };
      },
      add: (id: string, userIds: readonly string[]) =>
        putUsers(store, finder(id), asMembers(userIds)),
      replace: (id: string, userIds: readonly string[]) =>
        replaceUsers(store, finder(id), asMembers(userIds)),
      remove: (id: string, userIds: readonly string[]) => removeUsers(store, finder(id), userIds),
      generate(request: GenerateRequest, signal?: AbortSignal) {
        computations.find(request.id);
        return generateMembers(store, finder(request.id), request, memberValue, signal);
      },
      churn(request: ChurnRequest, signal?: AbortSignal) {
        computations.find(request.id);
        return churn(store, finder(request.id), request, signal);
      },
    },
  };
}
