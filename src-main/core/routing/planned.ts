import type { Destination, PlannedDestination } from '#shared/schemas/destination.ts';

/** As plans name it. */
export const planned = ({ id, name }: Destination): PlannedDestination => ({
  destinationId: id,
  destinationName: name,
});
