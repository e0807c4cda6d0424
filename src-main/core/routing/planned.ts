import type { Destination, PlannedDestination } from '#shared/schemas/destination.ts';

/** The destination's reference in plans. */
export const planned = ({ id, name }: Destination): PlannedDestination => ({
  destinationId: id,
  destinationName: name,
});
