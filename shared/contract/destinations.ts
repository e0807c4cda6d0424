import { Destination, DestinationPatch, NewDestination } from '../schemas/destination.ts';
import { entityOperations } from './entity.ts';

export const destinations = entityOperations({
  noun: 'destination',
  path: '/destinations',
  tags: ['Destinations'],
  schema: Destination,
  created: NewDestination,
  patch: DestinationPatch,
  descriptions: {
    remove: 'Its unsettled deliveries are cancelled (D32).',
    restore: 'Cancelled deliveries stay cancelled. Retry them if needed.',
  },
});
