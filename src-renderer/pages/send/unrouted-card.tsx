import { RouteLink } from '#renderer/components/route-link.tsx';
import { showFailure } from '#renderer/components/show-failure.ts';
import { collections, put, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { Button } from '#renderer/ui/button.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { Destination } from '#shared/schemas/destination.ts';
import type { Source } from '#shared/schemas/source.ts';

/** More than a few would be a list to search; then the page of destinations is better. */
const mostOffered = 4;

async function apply(remedy: Remedy, sourceId: string): Promise<void> {
  try {
    put(collections.destinations, await core.destinations.update(remedyPatch(remedy, sourceId)));
  } catch (error) {
    showFailure(`${remedy.destination.name} was not changed`, error);
  }
}

const words: Record<Remedy['kind'], { button: string; state: string }> = {
  enable: { button: 'Switch on', state: 'is connected, but off' },
  connect: { button: 'Connect', state: 'is not connected to it' },
  'enable and connect': { button: 'Switch on and connect', state: 'is off and not connected' },
};

/** No enabled destination is connected: says so, and offers to change it. */
export function UnroutedCard({ source }: { source: Source }) {
  const remedies = remediesFor(useItems(collections.destinations), source.id);
  return (
    <section
      aria-label="No destination"
      className="flex flex-col gap-2.5 rounded-card border border-line bg-bg-1 p-3 shadow-rest"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <StateMark state="unrouted" decorative />
        It would be accepted, and go nowhere
      </h2>
      <p className="text-fg-2">
        No enabled destination is connected to {source.name}.
        {remedies.length === 0 && (
          <>
            {' '}
            <RouteLink to={{ page: 'destinations', path: ['new'] }}>Create a destination</RouteLink>{' '}
            with the webhook URL that you are building or testing.
          </>
        )}
      </p>
      {remedies.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {remedies.slice(0, mostOffered).map((remedy) => (
            <li key={remedy.destination.id} className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                <RouteLink to={{ page: 'destinations', path: [remedy.destination.id] }}>
                  {remedy.destination.name}
                </RouteLink>{' '}
                <span className="text-fg-2">{words[remedy.kind].state}</span>
              </span>
              <Button onClick={() => void apply(remedy, source.id)}>
                {words[remedy.kind].button}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

// Why no destination gets the message, and the nearest way to change that.

interface Remedy {
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
