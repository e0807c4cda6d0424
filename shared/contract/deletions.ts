import { z } from 'zod';
import { MembershipChange } from '../schemas/computation.ts';
import {
  Deletion,
  DeletionPlan,
  DeletionUser,
  DeletionUserQuery,
  DeletionUsersRequest,
  NewDeletion,
} from '../schemas/deletion.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { byId } from './entity.ts';
import { operation } from './errors.ts';

const tags = ['Deletions'];

export const deletions = {
  list: operation
    .route({
      method: 'GET',
      path: '/deletions',
      summary: 'List deletion requests, newest first',
      tags,
    })
    .input(PageRequest)
    .output(pageOf(Deletion)),
  get: operation
    .route({ method: 'GET', path: '/deletions/{id}', summary: 'Get a deletion request', tags })
    .input(byId)
    .output(Deletion),
  create: operation
    .route({
      method: 'POST',
      path: '/deletions',
      summary: 'Create a deletion request and start it, or keep it as a draft',
      tags,
      successStatus: 201,
    })
    .input(NewDeletion)
    .output(Deletion),
  users: {
    list: operation
      .route({
        method: 'GET',
        path: '/deletions/{id}/users',
        summary: 'List users of a deletion request, with the state of their notices',
        tags,
      })
      .input(DeletionUserQuery)
      .output(pageOf(DeletionUser)),
    add: operation
      .route({
        method: 'POST',
        path: '/deletions/{id}/users',
        summary: 'Add users to a draft',
        tags,
      })
      .input(DeletionUsersRequest)
      .output(MembershipChange),
    remove: operation
      .route({
        method: 'POST',
        path: '/deletions/{id}/users/remove',
        summary: 'Remove users from a draft',
        tags,
      })
      .input(DeletionUsersRequest)
      .output(MembershipChange),
  },
  plan: operation
    .route({
      method: 'GET',
      path: '/deletions/{id}/plan',
      summary: 'Plan a draft: what starting it now would send',
      tags,
    })
    .input(byId)
    .output(DeletionPlan),
  start: operation
    .route({ method: 'POST', path: '/deletions/{id}/start', summary: 'Start a draft', tags })
    .input(byId)
    .output(Deletion),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/deletions/{id}',
      summary: 'Delete a draft',
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
};
