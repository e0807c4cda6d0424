/** What the store keeps as a secret. Deleted items count: a deletion can be undone, and receivers still know theirs. */
import type { EntityFields } from '#main/store/entity-table.ts';
import type { Store } from '#main/store/store.ts';
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

/** On the main thread, which alone can unseal secrets. */
export const knownSecrets = ({
  sources,
  destinations,
  mocks,
  settings,
}: Pick<Store, 'sources' | 'destinations' | 'mocks' | 'settings'>): KnownSecrets =>
  knownSecretsOf({
    sources: stored(sources),
    destinations: stored(destinations),
    mocks: stored(mocks),
    headersToRedact: settings.get().headersToRedact,
  });
