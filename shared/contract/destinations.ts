import { z } from 'zod';
import { Destination, DestinationPatch, NewDestination } from '../schemas/destination.ts';
import { byId } from './by-id.ts';
import { operation } from './errors.ts';

const tags = ['Destinations'];

export const destinations = {
  list: operation
    .route({ method: 'GET', path: '/destinations', summary: 'List destinations', tags })
    .output(z.array(Destination)),
  get: operation
    .route({ method: 'GET', path: '/destinations/{id}', summary: 'Get a destination', tags })
    .input(byId)
    .output(Destination),
  create: operation
    .route({
      method: 'POST',
      path: '/destinations',
      summary: 'Create a destination',
      tags,
      successStatus: 201,
    })
    .input(NewDestination)
    .output(Destination),
  update: operation
    .route({ method: 'PATCH', path: '/destinations/{id}', summary: 'Update a destination', tags })
    .input(byId.extend(DestinationPatch.shape))
    .output(Destination),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/destinations/{id}',
      summary: 'Delete a destination',
      description: 'Its unfinished deliveries are cancelled (D32).',
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
  restore: operation
    .route({
      method: 'POST',
      path: '/destinations/{id}/restore',
      summary: 'Restore a deleted destination',
      description: 'Cancelled deliveries stay cancelled. Retry them if needed.',
      tags,
    })
    .input(byId)
    .output(Destination),
};
