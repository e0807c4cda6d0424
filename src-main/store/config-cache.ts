/**
 * In-memory configuration: sources by write key, destinations by connected source. After every change, what it concerns
 * is read again from the store.
 */
import type { Destination } from '#shared/connections/destination.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import type { DestinationProblem } from '#shared/kit/problem.ts';
import { byName, reloaded } from './by-name.ts';
import type { StoredDestination } from './destinations.ts';
import type { Store } from './store.ts';
import { type Changed, changedIds } from './write-queue.ts';

export interface ConfigCache {
  sources(): readonly Source[];
  source(id: string): Source | undefined;
  sourceByWriteKey(writeKey: string): Source | undefined;
  destinations(): readonly Destination[];
  destination(id: string): Destination | undefined;
  /** Enabled destinations of a source, which receive its messages. */
  enabledFor(sourceId: string): readonly Destination[];
  /** Reloads what these changes concern and notifies subscribers. */
  reload(changes: readonly Changed[]): void;
  /** With the destinations that were reloaded or removed. */
  subscribe(listener: (destinationIds: readonly string[]) => void): void;
}

/** Why nothing can be sent to an enabled destination; null if there is no problem. */
function problemOf(destination: StoredDestination): DestinationProblem | null {
  if (!destination.secretReadable) return { code: 'secret_unreadable', params: {} };
  return webhooksOf(destination).length === 0 ? { code: 'no_webhook', params: {} } : null;
}

export const withProblem = ({ secretReadable, ...rest }: StoredDestination): Destination => ({
  ...rest,
  problem: problemOf({ ...rest, secretReadable }),
});

/** Whether deliveries may be sent to a destination now. */
export const canSend = (destination: Destination | undefined): destination is Destination =>
  destination?.enabled === true && destination.problem === null;

/** Whether a change affects the cache. */
export const affectsConfigCache = (changed: Changed): boolean =>
  changed.kind === 'source' ||
  changed.kind === 'destination' ||
  changed.kind === 'certificateAuthority' ||
  changed.kind === 'settings' ||
  (changed.kind === 'removed' &&
    (changed.noun === 'source' ||
      changed.noun === 'destination' ||
      changed.noun === 'certificateAuthority'));

export function createConfigCache(store: Store): ConfigCache {
  const listeners: ((destinationIds: readonly string[]) => void)[] = [];
  let sources = byName(store.sources.all());
  let byWriteKey = new Map<string, Source>();
  let destinations = byName(store.destinations.all().map(withProblem));
  let enabledBySource = new Map<string, readonly Destination[]>();

  function index(): void {
    byWriteKey = new Map([...sources.values()].map((source) => [source.writeKey, source]));
    const connections = [...destinations.values()]
      .filter(({ enabled }) => enabled)
      .flatMap((destination) => destination.sourceIds.map((id) => ({ id, destination })));
    enabledBySource = new Map(
      [...Map.groupBy(connections, ({ id }) => id)].map(([id, group]) => [
        id,
        group.map(({ destination }) => destination),
      ]),
    );
  }

  function load(id: string): Destination | undefined {
    const stored = store.destinations.active(id);
    return stored && withProblem(stored);
  }

  index();
  return {
    sources: () => [...sources.values()],
    source: (id) => sources.get(id),
    sourceByWriteKey: (writeKey) => byWriteKey.get(writeKey),
    destinations: () => [...destinations.values()],
    destination: (id) => destinations.get(id),
    enabledFor: (sourceId) => enabledBySource.get(sourceId) ?? [],
    reload(changes) {
      const before = sources;
      const sourceIds = changedIds(changes, 'source');
      sources = reloaded(before, sourceIds, store.sources.active);
      // Destinations have only the sources that exist.
      const appeared = sourceIds.filter((id) => before.has(id) !== sources.has(id));
      const destinationIds = [
        ...new Set([
          ...changedIds(changes, 'destination'),
          ...(appeared.length === 0 ? [] : store.destinations.connectedTo(appeared)),
        ]),
      ];
      destinations = reloaded(destinations, destinationIds, load);
      index();
      for (const listener of listeners) listener(destinationIds);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
