import { Destination, DestinationPatch, NewDestination } from '../schemas/destination.ts';
import { PreviewedSettings, SampleRequest } from '../schemas/send.ts';
import { entityOperations } from './entity.ts';
import { operation } from './errors.ts';

const tags = ['Destinations'];

export const destinations = {
  ...entityOperations({
    noun: 'destination',
    path: '/destinations',
    tags,
    schema: Destination,
    created: NewDestination,
    patch: DestinationPatch,
    descriptions: {
      remove: 'Its unfinished deliveries are cancelled (D32).',
      restore: 'Cancelled deliveries stay cancelled. Retry them if needed.',
    },
  }),
  preview: operation
    .route({
      method: 'POST',
      path: '/destinations/preview',
      summary: 'Preview the request of unsaved settings for a sample event',
      tags,
    })
    .input(PreviewedSettings)
    .output(SampleRequest),
};
