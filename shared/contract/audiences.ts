import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  Audience,
  AudiencePatch,
  ChurnRequest,
  Member,
  MembersRequest,
  NewAudience,
} from '../schemas/audience.ts';
import {
  GenerateRequest,
  MembershipChange,
  MembershipProgress,
  UserQuery,
} from '../schemas/computation.ts';
import { Id } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { StartSyncRequest, StartSyncResult, Sync } from '../schemas/sync.ts';
import { byId } from './by-id.ts';
import { operation } from './errors.ts';

const tags = ['Audiences'];

export const audiences = {
  list: operation
    .route({ method: 'GET', path: '/audiences', summary: 'List audiences', tags })
    .output(z.array(Audience)),
  get: operation
    .route({ method: 'GET', path: '/audiences/{id}', summary: 'Get an audience', tags })
    .input(byId)
    .output(Audience),
  create: operation
    .route({
      method: 'POST',
      path: '/audiences',
      summary: 'Create an audience',
      description: 'The key is derived from the name unless given (D35). It cannot be changed.',
      tags,
      successStatus: 201,
    })
    .input(NewAudience)
    .output(Audience),
  update: operation
    .route({ method: 'PATCH', path: '/audiences/{id}', summary: 'Update an audience', tags })
    .input(byId.extend(AudiencePatch.shape))
    .output(Audience),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/audiences/{id}',
      summary: 'Delete an audience with its members and syncs',
      description: 'Nothing is sent: receivers keep the last synced values.',
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
  restore: operation
    .route({
      method: 'POST',
      path: '/audiences/{id}/restore',
      summary: 'Restore a deleted audience',
      description: 'Restores its members and syncs. Possible until the next restart.',
      tags,
    })
    .input(byId)
    .output(Audience),
  members: {
    list: operation
      .route({
        method: 'GET',
        path: '/audiences/{id}/members',
        summary: 'List members, sorted by user ID',
        tags,
      })
      .input(UserQuery)
      .output(pageOf(Member)),
    add: operation
      .route({ method: 'POST', path: '/audiences/{id}/members', summary: 'Add members', tags })
      .input(MembersRequest)
      .output(MembershipChange),
    replace: operation
      .route({
        method: 'PUT',
        path: '/audiences/{id}/members',
        summary: 'Replace all members',
        description: 'Returns 409 if a newer replacement starts meanwhile.',
        tags,
      })
      .input(MembersRequest)
      .output(MembershipChange),
    remove: operation
      .route({
        method: 'POST',
        path: '/audiences/{id}/members/remove',
        summary: 'Remove members',
        tags,
      })
      .input(MembersRequest)
      .output(MembershipChange),
    generate: operation
      .route({
        method: 'POST',
        path: '/audiences/{id}/members/generate',
        summary: 'Generate members, with progress',
        description: 'Close the stream to stop. Generated members stay.',
        tags,
      })
      .input(GenerateRequest)
      .output(eventIterator(MembershipProgress)),
    churn: operation
      .route({
        method: 'POST',
        path: '/audiences/{id}/members/churn',
        summary: 'Replace a share of the members at random, with progress',
        description: 'Close the stream to stop. Changes made so far stay.',
        tags,
      })
      .input(ChurnRequest)
      .output(eventIterator(MembershipProgress)),
  },
  syncs: {
    list: operation
      .route({
        method: 'GET',
        path: '/audiences/{id}/syncs',
        summary: 'List syncs of an audience, newest first',
        tags,
      })
      .input(PageRequest.extend({ id: Id }))
      .output(pageOf(Sync)),
    start: operation
      .route({
        method: 'POST',
        path: '/audiences/{id}/syncs',
        summary: 'Start a sync, or plan one with ?plan=true',
        description: 'Runs in the background. Follow it with GET /syncs/{id} or the change feed.',
        inputStructure: 'detailed',
        tags,
      })
      .input(StartSyncRequest)
      .output(StartSyncResult),
  },
};
