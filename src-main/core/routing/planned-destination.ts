import type { Destination, PlannedDestination } from '#shared/schemas/destination.ts';

export const toPlannedDestination = ({ id, name }: Destination): PlannedDestination => ({
  destinationId: id,
  destinationName: name,
});
