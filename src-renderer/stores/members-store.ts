/** The users of the audience or computed trait that is open: members, or those with a value. */
import { core } from '#renderer/data/core.ts';
import type { ComputationClass, PendingChange, UserQuery } from '#shared/schemas/computation.ts';
import { createCursorStore } from './cursor-store.ts';

export interface ListedMember {
  readonly userId: string;
  readonly pendingChange: PendingChange;
  /** Of a computed trait; undefined in an audience. */
  readonly value?: unknown;
}

export interface MembersQuery {
  readonly kind: ComputationClass;
  readonly id: string;
  readonly show: UserQuery['show'];
  /** Beginning of the user id. */
  readonly search: string;
}

export const members = createCursorStore<ListedMember, MembersQuery>({
  firstQuery: { kind: 'audience', id: '', show: 'users', search: '' },
  keyOf: ({ userId }) => userId,
  load: ({ kind, ...query }, page) =>
    kind === 'audience'
      ? core.audiences.members.list({ ...query, ...page })
      : core.traits.values.list({ ...query, ...page }),
});

export const useMembers = members.useList;
