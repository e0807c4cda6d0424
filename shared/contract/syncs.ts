import { z } from 'zod';
import { RowId } from '../schemas/name.ts';
import { Sync } from '../schemas/sync.ts';
import { operation } from './errors.ts';

const tags = ['Syncs'];
const one = z.object({ id: RowId });

/** Syncs of audiences and computed traits alike. */
export const syncs = {
  get: operation
    .route({ method: 'GET', path: '/syncs/{id}', summary: 'One sync with how far it is', tags })
    .input(one)
    .output(Sync),
  cancel: operation
    .route({
      method: 'POST',
      path: '/syncs/{id}/cancel',
      summary: 'Stop a sync; who was told stays told',
      tags,
    })
    .input(one)
    .output(Sync),
  resume: operation
    .route({
      method: 'POST',
      path: '/syncs/{id}/resume',
      summary: 'Go on with a cancelled sync: the rest is told, nobody twice',
      tags,
    })
    .input(one)
    .output(Sync),
};
