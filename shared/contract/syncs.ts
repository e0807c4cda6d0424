import { z } from 'zod';
import { RowId } from '../schemas/name.ts';
import { Sync } from '../schemas/sync.ts';
import { operation } from './errors.ts';

const tags = ['Syncs'];
const byId = z.object({ id: RowId });

/** Syncs of audiences and computed traits alike. */
export const syncs = {
  get: operation
    .route({ method: 'GET', path: '/syncs/{id}', summary: 'Get a sync with its progress', tags })
    .input(byId)
    .output(Sync),
  cancel: operation
    .route({
      method: 'POST',
      path: '/syncs/{id}/cancel',
      summary: 'Cancel a sync; users already synced stay synced',
      tags,
    })
    .input(byId)
    .output(Sync),
  resume: operation
    .route({
      method: 'POST',
      path: '/syncs/{id}/resume',
      summary: 'Resume a cancelled sync with the remaining users',
      tags,
    })
    .input(byId)
    .output(Sync),
};
