import type { Destination, PlannedDestination } from '#shared/schemas/destination.ts';

export const planned = ({ id, name }: Destination): PlannedDestination => ({
  destinationId: id,
  destinationName: name,
});
