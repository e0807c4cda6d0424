/**
 * How each kind of change updates the cache. Within a frame, changes of one kind are grouped, and
 * only the latest value of each entity counts.
 */

import type { Change } from '#shared/changes.ts';
import { dependsOnDeliveries } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { putAlerts } from './alerts.ts';
import { addArrivals } from './arrivals.ts';
import { refreshCauses } from './causes.ts';
import { type CollectionQuery, collections, drop, type Entity, put } from './collections.ts';
import { putJob } from './jobs.ts';
import { copyLists, deliveryLists, messageLists, mockLogs, rejectedLists } from './live-lists.ts';
import { dropDeletion, putCopy, putDeletion, refreshUsersInProgress } from './pages.ts';
import { api, refresh, refreshById } from './query-client.ts';
import { putSync, refreshComputations, refreshSyncPlans } from './syncs.ts';
import { setSettings } from './system.ts';

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

interface LiveEntry<Kind extends Change['kind']> {
  /** Identifies the entity. */
  readonly idOf: (change: ChangeOf<Kind>) => string | number;
  readonly apply: (changes: readonly ChangeOf<Kind>[]) => void;
  readonly remove?: (id: string) => void;
}

/** A fully cached collection: most entries are this. */
const inCollection = <Kind extends Change['kind'], Item extends Entity>(
  query: CollectionQuery<Item>,
  itemOf: (change: ChangeOf<Kind>) => Item,
) => ({
  idOf: (change: ChangeOf<Kind>) => itemOf(change).id,
  apply: (changes: readonly ChangeOf<Kind>[]) => {
    for (const change of changes) put(query, itemOf(change));
  },
  remove: (id: string) => drop(query, id),
});

/** Plans depend on sources and destinations. */
function refreshPlans(): void {
  refreshSyncPlans();
  refresh({ queryKey: api.deletions.plan.key() });
}

/** Whether filtered messages may change with a delivery. */
function isAboutDeliveries(filter: string): boolean {
  const parsed = parseFilter(filter);
  return parsed.ok && dependsOnDeliveries(parsed.filter);
}

const listsOf = {
  delivery: deliveryLists,
  message: messageLists,
  rejected: rejectedLists,
  copy: copyLists,
  mockRequest: mockLogs,
};

const detailOf = {
  delivery: api.deliveries.get,
  message: api.messages.get,
  rejected: api.rejected.get,
  copy: api.copies.get,
};

const live: { readonly [Kind in Exclude<Change['kind'], 'removed'>]: LiveEntry<Kind> } = {
  source: {
    idOf: ({ source }) => source.id,
    apply: (changes) => {
      for (const { source } of changes) put(collections.sources, source);
      // Filters use the names of sources and destinations, and their URLs.
      deliveryLists.reloadFiltered();
      messageLists.reloadFiltered();
      refreshPlans();
    },
    remove: (id) => {
      drop(collections.sources, id);
      refreshPlans();
    },
  },
  destination: {
    idOf: ({ destination }) => destination.id,
    apply: (changes) => {
      for (const { destination } of changes) put(collections.destinations, destination);
      deliveryLists.reloadFiltered();
      messageLists.reloadFiltered();
      refreshPlans();
      // A delivery shows its destination's settings, so it changes with them.
      refresh({ queryKey: api.deliveries.get.key() });
    },
    remove: (id) => {
      drop(collections.destinations, id);
      refreshPlans();
    },
  },
  mock: {
    idOf: ({ mock }) => mock.id,
    apply: (changes) => {
      for (const { mock } of changes) put(collections.mocks, mock);
      // Available names and "from now on" depend on them.
      refresh({ queryKey: api.mocks.gallery.key() });
    },
    remove: (id) => drop(collections.mocks, id),
  },
  certificateAuthority: inCollection(
    collections.authorities,
    (change) => change.certificateAuthority,
  ),
  savedFilter: inCollection(collections.savedFilters, (change) => change.savedFilter),
  audience: {
    idOf: ({ audience }) => audience.id,
    apply: (changes) => {
      for (const { audience } of changes) put(collections.audiences, audience);
      refreshComputations('audience', new Set(changes.map(({ audience }) => audience.id)));
    },
    remove: (id) => drop(collections.audiences, id),
  },
  trait: {
    idOf: ({ trait }) => trait.id,
    apply: (changes) => {
      for (const { trait } of changes) put(collections.traits, trait);
      refreshComputations('trait', new Set(changes.map(({ trait }) => trait.id)));
    },
    remove: (id) => drop(collections.traits, id),
  },
  delivery: {
    idOf: ({ delivery }) => delivery.id,
    apply: (changes) => {
      deliveryLists.apply(changes.map(({ delivery }) => delivery));
      messageLists.reloadFiltered(isAboutDeliveries);
      refreshById(api.deliveries.get.key(), new Set(changes.map(({ delivery }) => delivery.id)));
      const messageIds = new Set(changes.map(({ delivery }) => delivery.messageRowId));
      refreshById(api.messages.get.key(), messageIds);
      refresh({ queryKey: api.deliveries.list.key() });
      refreshCauses();
      refreshUsersInProgress();
    },
  },
  message: {
    idOf: ({ message }) => message.id,
    apply: (changes) => {
      const changed = changes.map(({ message }) => message);
      messageLists.apply(changed);
      addArrivals(changed, []);
      refreshById(api.messages.get.key(), new Set(changed.map(({ id }) => id)));
      refreshById(api.sources.usage.key(), new Set(changed.map(({ sourceId }) => sourceId)));
      refresh({ queryKey: api.sources.recentUsage.key() });
    },
  },
  rejected: {
    idOf: (change) => change.rejected.id,
    apply: (changes) => {
      const changed = changes.map((change) => change.rejected);
      rejectedLists.apply(changed);
      addArrivals([], changed);
    },
  },
  copy: {
    idOf: ({ copy }) => copy.id,
    apply: (changes) => {
      const changed = changes.map(({ copy }) => copy);
      copyLists.apply(changed);
      for (const copy of changed) putCopy(copy);
      refreshById(api.copies.get.key(), new Set(changed.map(({ id }) => id)));
    },
  },
  mockRequest: {
    idOf: ({ request }) => request.id,
    apply: (changes) => {
      mockLogs.apply(changes.map(({ request }) => request));
      const ids = changes.flatMap(({ request }) => request.deliveryId ?? []);
      // A delivery links to its entries.
      if (ids.length > 0) refreshById(api.deliveries.get.key(), new Set(ids));
    },
  },
  mockCleared: {
    idOf: ({ id }) => id,
    apply: (changes) => {
      for (const { id } of changes) {
        refresh({ queryKey: mockLogs.queryOf(id).queryKey });
        refresh({ queryKey: api.mockRequests.get.key({ input: { id } }) });
      }
    },
  },
  deleted: {
    idOf: ({ noun, ids }) => `${noun} ${ids[0]}`,
    apply: (changes) => {
      for (const { noun, ids } of changes) {
        const removed = new Set(ids);
        listsOf[noun].remove(removed);
        if (noun === 'mockRequest') refresh({ queryKey: api.mockRequests.get.key() });
        else refreshById(detailOf[noun].key(), removed);
      }
      refresh({ queryKey: api.deliveries.list.key() });
      refreshCauses();
      refresh({ queryKey: api.messages.get.key() });
      refresh({ queryKey: api.copies.list.key() });
    },
  },
  sync: {
    idOf: ({ sync }) => sync.id,
    apply: (changes) => {
      for (const { sync } of changes) putSync(sync);
    },
  },
  job: {
    idOf: ({ job }) => job.id,
    apply: (changes) => {
      for (const { job } of changes) putJob(job);
    },
  },
  deletion: {
    idOf: ({ deletion }) => deletion.id,
    apply: (changes) => {
      for (const { deletion } of changes) putDeletion(deletion);
      const ids = new Set(changes.map(({ deletion }) => deletion.id));
      refreshById(api.deletions.get.key(), ids);
      refreshById(api.deletions.users.list.key(), ids);
      refreshById(api.deletions.plan.key(), ids);
    },
    remove: dropDeletion,
  },
  alert: {
    idOf: ({ alert }) => alert.id,
    apply: (changes) => putAlerts(changes.map(({ alert }) => alert)),
  },
  settings: {
    idOf: () => '',
    apply: ([change]) => {
      if (change === undefined) return;
      setSettings(change.settings);
      // Whether waiting deliveries are cancelled is a setting.
      refresh({ queryKey: api.deletions.plan.key() });
    },
  },
};

type LiveKind = keyof typeof live;

function idOf<Kind extends LiveKind>(kind: Kind, change: ChangeOf<Kind>): string | number {
  return live[kind].idOf(change);
}

/** Equal for changes that replace each other. */
function entityKeyOf(change: Change): string {
  const id = change.kind === 'removed' ? change.id : idOf(change.kind, change);
  return `${change.kind === 'removed' ? change.noun : change.kind} ${id}`;
}

function applyKind<Kind extends LiveKind>(kind: Kind, changes: readonly Change[]): void {
  const ofKind = changes.filter((change): change is ChangeOf<Kind> => change.kind === kind);
  if (ofKind.length > 0) live[kind].apply(ofKind);
}

/** Applies the changes of a frame. */
export function applyChanges(changes: readonly Change[]): void {
  const latest = [...new Map(changes.map((change) => [entityKeyOf(change), change])).values()];
  for (const kind of Object.keys(live) as LiveKind[]) applyKind(kind, latest);
  for (const change of latest) if (change.kind === 'removed') live[change.noun].remove?.(change.id);
}
