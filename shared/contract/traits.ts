import { eventIterator } from '@orpc/contract';
import { MembershipChange, MembershipProgress, UserQuery } from '../schemas/computation.ts';
import { pageOf } from '../schemas/page.ts';
import {
  GenerateValuesRequest,
  NewTrait,
  Trait,
  TraitPatch,
  TraitValue,
  TraitValuesRequest,
} from '../schemas/trait.ts';
import { UserIds } from '../schemas/user-id.ts';
import { computationOperations } from './computation.ts';
import { byId } from './entity.ts';
import { operation } from './errors.ts';

const tags = ['Computed traits'];

export const traits = {
  ...computationOperations({
    noun: 'computed trait',
    path: '/traits',
    tags,
    schema: Trait,
    created: NewTrait,
    patch: TraitPatch,
    users: 'values',
  }),
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
};
