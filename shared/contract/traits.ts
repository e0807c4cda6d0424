import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { MembershipChange, MembershipProgress, UserQuery } from '../schemas/computation.ts';
import { Id } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { StartSyncRequest, StartSyncResult, Sync } from '../schemas/sync.ts';
import {
  GenerateValuesRequest,
  NewTrait,
  Trait,
  TraitPatch,
  TraitValue,
  TraitValuesRequest,
} from '../schemas/trait.ts';
import { UserIds } from '../schemas/user-id.ts';
import { byId } from './by-id.ts';
import { operation } from './errors.ts';

const tags = ['Computed traits'];

export const traits = {
  list: operation
    .route({ method: 'GET', path: '/traits', summary: 'List computed traits', tags })
    .output(z.array(Trait)),
  get: operation
    .route({ method: 'GET', path: '/traits/{id}', summary: 'Get a computed trait', tags })
    .input(byId)
    .output(Trait),
  create: operation
    .route({
      method: 'POST',
      path: '/traits',
      summary: 'Create a computed trait',
      description: 'The key is derived from the name unless given (D35). It cannot be changed.',
      tags,
      successStatus: 201,
    })
    .input(NewTrait)
    .output(Trait),
  update: operation
    .route({ method: 'PATCH', path: '/traits/{id}', summary: 'Update a computed trait', tags })
    .input(byId.extend(TraitPatch.shape))
    .output(Trait),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/traits/{id}',
      summary: 'Delete a computed trait with its values and syncs',
      description: 'Nothing is sent: receivers keep the last synced values.',
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
  restore: operation
    .route({
      method: 'POST',
      path: '/traits/{id}/restore',
      summary: 'Restore a deleted computed trait',
      description: 'Restores its values and syncs. Possible until the next restart.',
      tags,
    })
    .input(byId)
    .output(Trait),
  values: {
    list: operation
      .route({
        method: 'GET',
        path: '/traits/{id}/values',
        summary: 'List values, sorted by user ID',
        tags,
      })
      .input(UserQuery)
      .output(pageOf(TraitValue)),
    set: operation
      .route({
        method: 'POST',
        path: '/traits/{id}/values',
        summary: 'Set values of users',
        tags,
      })
      .input(TraitValuesRequest)
      .output(MembershipChange),
    remove: operation
      .route({
        method: 'POST',
        path: '/traits/{id}/values/remove',
        summary: 'Remove values; the next sync sends null',
        tags,
      })
      .input(byId.extend({ userIds: UserIds }))
      .output(MembershipChange),
    generate: operation
      .route({
        method: 'POST',
        path: '/traits/{id}/values/generate',
        summary: 'Generate users and values, with progress',
        description: 'Close the stream to stop. Generated values stay.',
        tags,
      })
      .input(GenerateValuesRequest)
      .output(eventIterator(MembershipProgress)),
  },
  syncs: {
    list: operation
      .route({
        method: 'GET',
        path: '/traits/{id}/syncs',
        summary: 'List syncs of a computed trait, newest first',
        tags,
      })
      .input(PageRequest.extend({ id: Id }))
      .output(pageOf(Sync)),
    start: operation
      .route({
        method: 'POST',
        path: '/traits/{id}/syncs',
        summary: 'Start a sync, or plan one with ?plan=true',
        description: 'Runs in the background. Follow it with GET /syncs/{id} or the change feed.',
        inputStructure: 'detailed',
        tags,
      })
      .input(StartSyncRequest)
      .output(StartSyncResult),
  },
};
