import { eventIterator } from '@orpc/contract';
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
import { pageOf } from '../schemas/page.ts';
import { computationOperations } from './computation.ts';
import { operation } from './errors.ts';

const tags = ['Audiences'];

export const audiences = {
  ...computationOperations({
    noun: 'audience',
    path: '/audiences',
    tags,
    schema: Audience,
    created: NewAudience,
    patch: AudiencePatch,
    users: 'members',
  }),
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
};
