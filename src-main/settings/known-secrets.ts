/** What the store keeps as a secret. Deleted items count: a deletion can be undone, and receivers still know theirs. */
import type { EntityFields } from '#main/store/entity-table.ts';
import type { Store } from '#main/store/store.ts';
import type { Changed } from '#main/store/write-queue.ts';
import { type KnownSecrets, knownSecretsOf } from '#shared/deliveries/redaction.ts';

const stored = <Item extends EntityFields>({
  allIds,
  get,
}: {
  readonly allIds: () => readonly string[];
  readonly get: (id: string) => Item | undefined;
}): readonly Item[] =>
  allIds()
    .map(get)
    .filter((item) => item !== undefined);

const kinds: ReadonlySet<string> = new Set(['source', 'destination', 'mock', 'settings']);

/** Whether a change may concern a secret. */
const affectsSecrets = (changed: Changed): boolean =>
  kinds.has(changed.kind === 'removed' ? changed.noun : changed.kind);

type Tables = Pick<Store, 'sources' | 'destinations' | 'mocks' | 'settings'>;

/** On the main thread, which alone can unseal secrets. They are read again only after a change. */
export function createKnownSecrets({ sources, destinations, mocks, settings }: Tables) {
  let known: KnownSecrets | null = null;
  return {
    get(): KnownSecrets {
      known ??= knownSecretsOf({
        sources: stored(sources),
        destinations: stored(destinations),
        mocks: stored(mocks),
        headersToRedact: settings.get().headersToRedact,
      });
      return known;
    },
    changed(changes: readonly Changed[]): void {
      if (changes.some(affectsSecrets)) known = null;
    },
  };
}
