import type { z } from 'zod';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { StartSyncRequest, StartSyncResult, Sync } from '../schemas/sync.ts';
import { byId, type Entity, entityOperations } from './entity.ts';
import { operation } from './errors.ts';

interface Computation<Schema, New, Patch> extends Omit<Entity<Schema, New, Patch>, 'descriptions'> {
  /** What is stored per user. */
  readonly users: 'members' | 'values';
}

/** The operations that audiences and computed traits share. */
export function computationOperations<
  Schema extends z.ZodType,
  New extends z.ZodType,
  Patch extends z.ZodObject,
>({ users, ...entity }: Computation<Schema, New, Patch>) {
  const { noun, path } = entity;
  const tags = [...entity.tags];
  const syncsPath = `${path}/{id}/syncs` as const;
  return {
    ...entityOperations({
      ...entity,
      descriptions: {
        create: 'The key is derived from the name unless given (D35). It cannot be changed.',
        remove: `Its ${users} and syncs are deleted too. Nothing is sent: receivers keep the last synced values.`,
        restore: `Restores its ${users} and syncs. Possible until the next restart.`,
      },
    }),
    syncs: {
      list: operation
        .route({
          method: 'GET',
          path: syncsPath,
          summary: `List syncs of one ${noun}, newest first`,
          tags,
        })
        .input(PageRequest.extend(byId.shape))
        .output(pageOf(Sync)),
      start: operation
        .route({
          method: 'POST',
          path: syncsPath,
          summary: 'Start a sync, or plan one with ?plan=true',
          description: 'Runs in the background. Follow it with GET /syncs/{id} or the change feed.',
          inputStructure: 'detailed',
          tags,
        })
        .input(StartSyncRequest)
        .output(StartSyncResult),
    },
  };
}
