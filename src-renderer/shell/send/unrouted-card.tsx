import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';

const maxOffered = 4;

const apply = (fix: Fix, sourceId: string): Promise<boolean> =>
  perform(`Can't update ${fix.destination.name}`, async () =>
    put(collections.destinations, await core.destinations.update(fixPatch(fix, sourceId))),
  );

const labels: Record<Fix['kind'], { button: string; state: string }> = {
  enable: { button: 'Enable', state: 'is disabled' },
  connect: { button: 'Connect', state: 'is not connected' },
  'enable and connect': { button: 'Enable and connect', state: 'is disabled and not connected' },
};

/** Offers to connect or enable a destination. */
export function UnroutedCard({ source }: { source: Source }) {
  const fixes = fixesFor(useItems(collections.destinations), source.id);
  return (
    <section
      aria-label="No destination"
      className="flex flex-col gap-2.5 rounded-card border border-line bg-bg-1 p-3 shadow-rest"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <StateMark state="not_sent" decorative />
        Accepted but not delivered
      </h2>
      <p className="text-fg-2">
        {source.name} has no enabled destination.
        {fixes.length === 0 && (
          <>
            {' '}
            <RouteLink to={{ page: 'connections', path: ['destinations', 'new'] }}>
              Create a destination
            </RouteLink>
          </>
        )}
      </p>
      {fixes.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {fixes.slice(0, maxOffered).map((fix) => (
            <li key={fix.destination.id} className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                <RouteLink to={{ page: 'connections', path: ['destinations', fix.destination.id] }}>
                  {fix.destination.name}
                </RouteLink>{' '}
                <span className="text-fg-2">{labels[fix.kind].state}</span>
              </span>
              <Button onClick={() => void apply(fix, source.id)}>{labels[fix.kind].button}</Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Fix {
  readonly destination: Destination;
  readonly kind: 'enable' | 'connect' | 'enable and connect';
}

/** Destinations by number of changes needed, fewest first. */
export function fixesFor(destinations: readonly Destination[], sourceId: string): readonly Fix[] {
  const order: readonly Fix['kind'][] = ['enable', 'connect', 'enable and connect'];
  return destinations
    .filter((destination) => !takesPayloads(destination))
    .map((destination): Fix => {
      const connected = destination.sourceIds.includes(sourceId);
      const kind = connected ? 'enable' : destination.enabled ? 'connect' : 'enable and connect';
      return { destination, kind };
    })
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

export function fixPatch({ destination, kind }: Fix, sourceId: string) {
  return {
    id: destination.id,
    ...(kind === 'connect' ? {} : { enabled: true }),
    ...(kind === 'enable' ? {} : { sourceIds: [...destination.sourceIds, sourceId] }),
  };
}
