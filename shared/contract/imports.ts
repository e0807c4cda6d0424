import { z } from 'zod';
import { FilePiece } from '../schemas/file-piece.ts';
import { Id } from '../schemas/name.ts';
import { ImportProgress, NewImport } from '../schemas/user-import.ts';
import { operation } from './errors.ts';

const tags = ['Imports'];

/** Files of users are appended in pieces, because transports limit the size of a message. */
export const imports = {
  create: operation
    .route({
      method: 'POST',
      path: '/imports',
      summary: 'Start an import into an audience, a computed trait or a deletion request',
      description:
        'Imports do not survive a restart. Start again: adding users twice is harmless, and a replacement changes nothing until its last piece.',
      tags,
      successStatus: 201,
    })
    .input(NewImport)
    .output(ImportProgress),
  append: operation
    .route({
      method: 'POST',
      path: '/imports/{id}/lines',
      summary: 'Append a piece of the file; responds when its lines are stored',
      tags,
    })
    .input(FilePiece)
    .output(ImportProgress),
  cancel: operation
    .route({
      method: 'DELETE',
      path: '/imports/{id}',
      summary: 'Cancel an import; added users stay, a replacement is discarded',
      tags,
      successStatus: 204,
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
};
