import { eventIterator } from '@orpc/contract';
import type { z } from 'zod';
import { byId, byRowId, type Entity, entityOperations } from '#shared/kit/entity.ts';
import { UserIds } from '#shared/kit/name.ts';
import { group, op } from '#shared/kit/op.ts';
import { PageRequest, pageOf } from '#shared/kit/page.ts';
import {
  Audience,
  AudiencePatch,
  ChurnRequest,
  Member,
  MembersRequest,
  NewAudience,
} from './audience.ts';
import { GenerateRequest, MembershipChange, MembershipProgress, UserQuery } from './computation.ts';
import { StartSyncRequest, StartSyncResult, Sync } from './sync.ts';
import {
  GenerateValuesRequest,
  NewTrait,
  Trait,
  TraitPatch,
  TraitValue,
  TraitValuesRequest,
} from './trait.ts';
import { FilePiece, ImportProgress, NewImport } from './user-import.ts';

interface Computation<Schema, New, Patch> extends Omit<Entity<Schema, New, Patch>, 'descriptions'> {
  /** What is stored per user. */
  readonly users: 'members' | 'values';
}

/** The operations that audiences and computed traits share. */
function computationOperations<
  Schema extends z.ZodType,
  New extends z.ZodType,
  Patch extends z.ZodObject,
>({ users, ...entity }: Computation<Schema, New, Patch>) {
  const { noun, path } = entity;
  const syncsPath = `${path}/{id}/syncs` as const;
  return {
    ...entityOperations({
      ...entity,
      descriptions: {
        create: 'The key is derived from the name unless given. It cannot be changed.',
        remove: `Its ${users} and syncs are deleted too. Nothing is sent: receivers keep the last synced values.`,
        restore: `Restores its ${users} and syncs. Possible until the next restart.`,
      },
    }),
    syncs: {
      list: op(`GET ${syncsPath}`, {
        summary: `List syncs of one ${noun}, newest first`,
        input: PageRequest.extend(byId.shape),
        output: pageOf(Sync),
      }),
      start: op(`POST ${syncsPath}`, {
        effect: 'sends',
        summary: 'Start a sync, or plan one with ?plan=true',
        description: 'Runs in the background. Follow it with GET /syncs/{id} or the change feed.',
        inputStructure: 'detailed',
        input: StartSyncRequest,
        output: StartSyncResult,
        plan: { operation: `${path.slice(1)}.syncs.start`, input: { plan: true } },
        plannedCount: (result) =>
          result.kind === 'plan' ? result.plan.additions + result.plan.removals : 0,
        jobId: (result) => (result.kind === 'sync' ? result.sync.jobId : null),
      }),
    },
  };
}

export const audiences = group('Audiences', {
  ...computationOperations({
    noun: 'audience',
    path: '/audiences',
    schema: Audience,
    created: NewAudience,
    patch: AudiencePatch,
    users: 'members',
  }),
  members: {
    list: op('GET /audiences/{id}/members', {
      summary: 'List members, sorted by user ID',
      input: UserQuery,
      output: pageOf(Member),
    }),
    add: op('POST /audiences/{id}/members', {
      effect: 'write',
      summary: 'Add members',
      input: MembersRequest,
      output: MembershipChange,
    }),
    replace: op('PUT /audiences/{id}/members', {
      effect: 'deletes',
      summary: 'Replace all members',
      description: 'Returns 409 if a newer replacement starts meanwhile.',
      input: MembersRequest,
      output: MembershipChange,
    }),
    remove: op('POST /audiences/{id}/members/remove', {
      effect: 'deletes',
      summary: 'Remove members',
      input: MembersRequest,
      output: MembershipChange,
    }),
    generate: op('POST /audiences/{id}/members/generate', {
      effect: 'write',
      summary: 'Generate members, with progress',
      description: 'Close the stream to stop. Generated members stay.',
      input: GenerateRequest,
      output: eventIterator(MembershipProgress),
    }),
    churn: op('POST /audiences/{id}/members/churn', {
      effect: 'deletes',
      summary: 'Replace a share of the members at random, with progress',
      description: 'Close the stream to stop. Changes made so far stay.',
      input: ChurnRequest,
      output: eventIterator(MembershipProgress),
    }),
  },
});

export const traits = group('Computed traits', {
  ...computationOperations({
    noun: 'computed trait',
    path: '/traits',
    schema: Trait,
    created: NewTrait,
    patch: TraitPatch,
    users: 'values',
  }),
  values: {
    list: op('GET /traits/{id}/values', {
      summary: 'List values, sorted by user ID',
      input: UserQuery,
      output: pageOf(TraitValue),
    }),
    set: op('POST /traits/{id}/values', {
      effect: 'write',
      summary: 'Set values of users',
      input: TraitValuesRequest,
      output: MembershipChange,
    }),
    remove: op('POST /traits/{id}/values/remove', {
      effect: 'deletes',
      summary: 'Remove values; the next sync sends null',
      input: byId.extend({ userIds: UserIds }),
      output: MembershipChange,
    }),
    generate: op('POST /traits/{id}/values/generate', {
      effect: 'write',
      summary: 'Generate users and values, with progress',
      description: 'Close the stream to stop. Generated values stay.',
      input: GenerateValuesRequest,
      output: eventIterator(MembershipProgress),
    }),
  },
});

/** Files of users are appended in pieces, because transports limit the size of a message. */
export const imports = group('Imports', {
  create: op('POST /imports', {
    effect: 'write',
    summary: 'Start an import into an audience, a computed trait or a deletion request',
    description:
      'Imports do not survive a restart. Start again: adding users twice is harmless, and a replacement changes nothing until its last piece.',
    status: 201,
    input: NewImport,
    output: ImportProgress,
    pieces: { operation: 'imports.append', cancel: 'imports.cancel' },
  }),
  append: op('POST /imports/{id}/lines', {
    // The last piece of a replacement.
    effect: 'deletes',
    summary: 'Append a piece of the file; responds when its lines are stored',
    input: FilePiece,
    output: ImportProgress,
  }),
  cancel: op('DELETE /imports/{id}', {
    effect: 'write',
    summary: 'Cancel an import; added users stay, a replacement is discarded',
    input: byId,
  }),
});

/** Syncs of audiences and computed traits alike. */
export const syncs = group('Syncs', {
  get: op('GET /syncs/{id}', {
    summary: 'Get a sync with its progress',
    input: byRowId,
    output: Sync,
  }),
  cancel: op('POST /syncs/{id}/cancel', {
    effect: 'write',
    summary: 'Cancel a sync; users already synced stay synced',
    input: byRowId,
    output: Sync,
  }),
  resume: op('POST /syncs/{id}/resume', {
    effect: 'sends',
    summary: 'Resume a cancelled sync with the remaining users',
    input: byRowId,
    output: Sync,
    jobId: ({ jobId }) => jobId,
  }),
});
