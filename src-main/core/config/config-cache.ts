/**
 * In-memory configuration: sources by write key, destinations by connected source. Reloaded from
 * the store after every change.
 */
import type { Destination } from '#shared/schemas/destination.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { DestinationProblem } from '#shared/schemas/problem.ts';
import type { Source } from '#shared/schemas/source.ts';
import type { StoredDestination } from '../store/destinations.ts';
import type { Store } from '../store/store.ts';
import type { Changed } from '../store/write-queue.ts';

export interface ConfigCache {
  sources(): readonly Source[];
  source(id: string): Source | undefined;
  sourceByWriteKey(writeKey: string): Source | undefined;
  destinations(): readonly Destination[];
  destination(id: string): Destination | undefined;
  /** Enabled destinations of a source, which receive its messages. */
  enabledFor(sourceId: string): readonly Destination[];
  /** Reloads everything and notifies subscribers. */
  reload(): void;
  subscribe(listener: () => void): void;
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
  const listeners: (() => void)[] = [];
  let sources = new Map<string, Source>();
  let byWriteKey = new Map<string, Source>();
  let destinations = new Map<string, Destination>();
  let enabledBySource = new Map<string, readonly Destination[]>();

  function read(): void {
    sources = new Map(store.sources.all().map((source) => [source.id, source]));
    byWriteKey = new Map([...sources.values()].map((source) => [source.writeKey, source]));
    destinations = new Map(
      store.destinations.all().map((stored) => [stored.id, withProblem(stored)]),
    );
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

  read();
  return {
    sources: () => [...sources.values()],
    source: (id) => sources.get(id),
    sourceByWriteKey: (writeKey) => byWriteKey.get(writeKey),
    destinations: () => [...destinations.values()],
    destination: (id) => destinations.get(id),
    enabledFor: (sourceId) => enabledBySource.get(sourceId) ?? [],
    reload() {
      read();
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
