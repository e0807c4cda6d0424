/** Sources, with the write keys that SDKs use. */
import { notFound } from '#main/kit/app-error.ts';
import type { Clock, Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import { createEntities } from '#main/store/entities.ts';
import type { Store } from '#main/store/store.ts';
import type {
  NewSource,
  RecentUsage,
  Source,
  SourcePatch,
  SourceUsage,
} from '#shared/connections/source.ts';
import type { ById } from '#shared/kit/entity.ts';

export interface ConfigTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  readonly random: Random;
}

const hourMs = 3_600_000;

/** The chart shows the current hour and the 23 before it. */
const usageSpanMs = 23 * hourMs;

export type Sources = ReturnType<typeof createSources>;

export function createSources(tools: ConfigTools) {
  const { store, configCache, clock, random } = tools;

  function find(id: string): Source {
    const source = configCache.source(id);
    if (source === undefined) throw notFound('source');
    return source;
  }

  const entities = createEntities<Source, NewSource, SourcePatch, never, Source>(tools, {
    noun: 'source',
    idPrefix: 'src',
    table: store.sources,
    secretNames: [],
    create: (input) => ({ ...input, writeKey: input.writeKey ?? randomText(random, 32) }),
    clashes(source) {
      const owner = store.sources.otherOwner(source);
      return owner === undefined
        ? []
        : [
            {
              path: ['writeKey'],
              message: `This write key belongs to the source "${owner}".`,
              fix: 'Choose another key.',
            },
          ];
    },
    view: find,
  });

  return {
    ...entities,
    list: () => configCache.sources(),
    get: ({ id }: ById) => find(id),
    usage({ id }: ById): SourceUsage {
      find(id);
      return store.counters.usage(id, clock.now() - usageSpanMs);
    },
    recentUsage(): RecentUsage[] {
      const from = clock.now() - hourMs;
      return configCache
        .sources()
        .map(({ id }) => ({ sourceId: id, ...store.counters.usage(id, from) }));
    },
  };
}
