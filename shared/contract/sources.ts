import { z } from 'zod';
import { NewSource, Source, SourcePatch, SourceUsage } from '../schemas/source.ts';
import { byId } from './by-id.ts';
import { operation } from './errors.ts';

const tags = ['Sources'];

export const sources = {
  list: operation
    .route({ method: 'GET', path: '/sources', summary: 'List sources', tags })
    .output(z.array(Source)),
  get: operation
    .route({ method: 'GET', path: '/sources/{id}', summary: 'Get a source', tags })
    .input(byId)
    .output(Source),
  usage: operation
    .route({
      method: 'GET',
      path: '/sources/{id}/usage',
      summary: 'Get the API usage of a source: total, and by hour of the last day',
      tags,
    })
    .input(byId)
    .output(SourceUsage),
  create: operation
    .route({
      method: 'POST',
      path: '/sources',
      summary: 'Create a source',
      tags,
      successStatus: 201,
    })
    .input(NewSource)
    .output(Source),
  update: operation
    .route({ method: 'PATCH', path: '/sources/{id}', summary: 'Update a source', tags })
    .input(byId.extend(SourcePatch.shape))
    .output(Source),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/sources/{id}',
      summary: 'Delete a source',
      description: 'Its messages and deliveries stay; its write key is rejected from now on.',
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
  restore: operation
    .route({
      method: 'POST',
      path: '/sources/{id}/restore',
      summary: 'Restore a deleted source',
      tags,
    })
    .input(byId)
    .output(Source),
};
