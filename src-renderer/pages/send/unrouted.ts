/** Why no destination gets the message, and the nearest way to change that. Pure. */
import type { Destination } from '#shared/schemas/destination.ts';

export interface Remedy {
  readonly destination: Destination;
  readonly kind: 'enable' | 'connect' | 'enable and connect';
}

/** Destinations that are nearly there, the nearest first. */
export function remediesFor(
  destinations: readonly Destination[],
  sourceId: string,
): readonly Remedy[] {
  const order: readonly Remedy['kind'][] = ['enable', 'connect', 'enable and connect'];
  return destinations
    .map((destination): Remedy => {
      const connected = destination.sourceIds.includes(sourceId);
      const kind = connected ? 'enable' : destination.enabled ? 'connect' : 'enable and connect';
      return { destination, kind };
    })
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

export function remedyPatch({ destination, kind }: Remedy, sourceId: string) {
  return {
    id: destination.id,
    ...(kind === 'connect' ? {} : { enabled: true }),
    ...(kind === 'enable' ? {} : { sourceIds: [...destination.sourceIds, sourceId] }),
  };
}
