import { NewSource, Source, SourcePatch, SourceUsage } from '../schemas/source.ts';
import { byId, entityOperations } from './entity.ts';
import { operation } from './errors.ts';

const tags = ['Sources'];

export const sources = {
  ...entityOperations({
    noun: 'source',
    path: '/sources',
    tags,
    schema: Source,
    created: NewSource,
    patch: SourcePatch,
    descriptions: {
      remove: 'Its messages and deliveries stay; its write key is rejected from now on.',
    },
  }),
  usage: operation
    .route({
      method: 'GET',
      path: '/sources/{id}/usage',
      summary: 'Get the API usage of a source: total, and by hour of the last day',
      tags,
    })
    .input(byId)
    .output(SourceUsage),
};
