import { byId } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import { PageRequest, pageOf } from '#shared/kit/page.ts';
import { MembershipChange } from './computation.ts';
import {
  Deletion,
  DeletionPlan,
  DeletionUser,
  DeletionUserQuery,
  DeletionUsersRequest,
  NewDeletion,
} from './deletion.ts';

export const deletions = group('Deletions', {
  list: op('GET /deletions', {
    summary: 'List deletion requests, newest first',
    input: PageRequest,
    output: pageOf(Deletion),
  }),
  get: op('GET /deletions/{id}', {
    summary: 'Get a deletion request',
    input: byId,
    output: Deletion,
  }),
  create: op('POST /deletions', {
    effect: 'sends',
    summary: 'Create a deletion request and start it, or keep it as a draft',
    status: 201,
    input: NewDeletion,
    output: Deletion,
    jobId: ({ jobId }) => jobId,
  }),
  users: {
    list: op('GET /deletions/{id}/users', {
      summary: 'List users of a deletion request, with the state of their notices',
      input: DeletionUserQuery,
      output: pageOf(DeletionUser),
    }),
    add: op('POST /deletions/{id}/users', {
      effect: 'write',
      summary: 'Add users to a draft',
      input: DeletionUsersRequest,
      output: MembershipChange,
    }),
    remove: op('POST /deletions/{id}/users/remove', {
      effect: 'deletes',
      summary: 'Remove users from a draft',
      input: DeletionUsersRequest,
      output: MembershipChange,
    }),
  },
  plan: op('GET /deletions/{id}/plan', {
    summary: 'Plan a draft: what starting it now would send',
    input: byId,
    output: DeletionPlan,
    plannedCount: ({ userCount }) => userCount,
  }),
  start: op('POST /deletions/{id}/start', {
    effect: 'sends',
    summary: 'Start a draft',
    input: byId,
    output: Deletion,
    plan: { operation: 'deletions.plan' },
    jobId: ({ jobId }) => jobId,
  }),
  remove: op('DELETE /deletions/{id}', {
    effect: 'deletes',
    summary: 'Delete a draft',
    input: byId,
  }),
});
