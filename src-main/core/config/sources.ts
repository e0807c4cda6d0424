/** Creates, changes and deletes sources. */

import { definedFields } from '#shared/lib/defined-fields.ts';
import type { NewSource, Source, SourcePatch, SourceUsage } from '#shared/schemas/source.ts';
import { fieldError, notFound } from '../app-error.ts';
import type { Clock, Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';
import type { ConfigCache } from './config-cache.ts';

export interface ConfigTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  readonly random: Random;
}

/** The chart shows the current hour and the 23 before it. */
const usageSpanMs = 23 * 3_600_000;

export type Sources = ReturnType<typeof createSources>;

/** Checks and changes run in the same write, so that nothing else can change in between. */
export function createSources({ store, configCache, clock, random }: ConfigTools) {
  function find(id: string): Source {
    const source = configCache.source(id);
    if (source === undefined) throw notFound('source');
    return source;
  }

  function findStored(id: string): Source {
    const source = store.sources.get(id);
    if (source === undefined) throw notFound('source');
    return source;
  }

  function checkUnique(source: Pick<Source, 'id' | 'name' | 'writeKey'>): void {
    const other = store.sources.clashing(source);
    if (other === undefined) return;
    if (other.name === source.name)
      throw fieldError(
        ['name'],
        `The name "${source.name}" is already in use.`,
        `Choose another name.`,
      );
    throw fieldError(
      ['writeKey'],
      `This write key belongs to the source "${other.name}".`,
      `Choose another key.`,
    );
  }

  const put = (toStore: () => Source): Promise<Source> =>
    store.write((tx) => {
      const source = toStore();
      checkUnique(source);
      store.sources.put(tx, source);
      return source;
    });

  function insert(tx: Tx, input: NewSource): Source {
    const now = clock.now();
    const source = {
      id: `src_${randomText(random, 12)}`,
      name: input.name,
      writeKey: input.writeKey ?? randomText(random, 32),
      enabled: input.enabled,
      createdAt: now,
      updatedAt: now,
    };
    checkUnique(source);
    store.sources.put(tx, source);
    return source;
  }

  return {
    list: () => configCache.sources(),
    get: find,
    usage(id: string): SourceUsage {
      find(id);
      return store.counters.usage(id, clock.now() - usageSpanMs);
    },
    insert,
    create: (input: NewSource): Promise<Source> => store.write((tx) => insert(tx, input)),
    update: (id: string, patch: SourcePatch): Promise<Source> =>
      put(() => ({ ...findStored(id), ...definedFields(patch), updatedAt: clock.now() })),
    /** Changes and creates several sources in one step, so that keys can move between them. */
    saveAll: (
      changes: readonly { readonly id: string; readonly patch: SourcePatch }[],
      inputs: readonly NewSource[],
    ): Promise<void> =>
      store.write((tx) => {
        const changed = changes.map(({ id, patch }) => ({
          ...findStored(id),
          ...definedFields(patch),
          updatedAt: clock.now(),
        }));
        // Write keys must be unique at all times, so all sources get temporary keys first.
        for (const source of changed)
          store.sources.put(tx, { ...source, writeKey: randomText(random, 32) });
        for (const source of changed) {
          checkUnique(source);
          store.sources.put(tx, source);
        }
        for (const input of inputs) insert(tx, input);
      }),
    remove: (id: string): Promise<void> =>
      store.write((tx) => {
        findStored(id);
        store.sources.remove(tx, id, clock.now());
      }),
    restore: (id: string): Promise<Source> =>
      put(() => {
        const source = store.sources.deleted(id);
        if (source === undefined) throw notFound('deleted source');
        return { ...source, updatedAt: clock.now() };
      }),
  };
}
