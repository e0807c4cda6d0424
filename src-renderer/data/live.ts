/**
 * What a change means for the cache: one entry per kind of change. A frame's changes of one kind come
 * together, of each thing only the latest value.
 */
import { allResends } from '#renderer/stores/all-resends-store.ts';
import { deletions, noteDeletion } from '#renderer/stores/deletions-store.ts';
import { deliveries, useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { noteJob } from '#renderer/stores/jobs-store.ts';
import { messages } from '#renderer/stores/messages-store.ts';
import { receiverRequests, useReceiverRequests } from '#renderer/stores/receiver-requests-store.ts';
import { rejected } from '#renderer/stores/rejected-store.ts';
import { resends } from '#renderer/stores/resends-store.ts';
import { noteSync } from '#renderer/stores/syncs-store.ts';
import type { Change } from '#shared/schemas/change.ts';
import { noteAlerts } from './alerts.ts';
import { noteArrivals } from './arrivals.ts';
import { type CollectionQuery, collections, drop, type Entity, put } from './collections.ts';
import { api } from './query-client.ts';
import { refresh, refreshById } from './refresh.ts';
import { showSettings } from './system.ts';

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

interface LiveEntry<Kind extends Change['kind']> {
  /** Tells the things of the kind apart. */
  readonly idOf: (change: ChangeOf<Kind>) => string | number;
  readonly apply: (changes: readonly ChangeOf<Kind>[]) => void;
  readonly remove?: (id: string) => void;
}

/** A noun of which all are in the cache: most entries are this. */
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

/** A filter goes by the names of sources and destinations, and by where these send to. */
function reloadFiltered(): void {
  if (useDeliveries.getState().query.filter !== '') deliveries.reloadIfShown();
}

const listsOf = {
  delivery: [deliveries],
  message: [messages],
  rejected: [rejected],
  resend: [resends, allResends],
};

const detailOf = {
  delivery: api.deliveries.get,
  message: api.messages.get,
  rejected: api.rejected.get,
  resend: api.resends.get,
};

const live: { readonly [Kind in Exclude<Change['kind'], 'removed'>]: LiveEntry<Kind> } = {
  source: {
    idOf: ({ source }) => source.id,
    apply: (changes) => {
      for (const { source } of changes) put(collections.sources, source);
      reloadFiltered();
    },
    remove: (id) => drop(collections.sources, id),
  },
  destination: {
    idOf: ({ destination }) => destination.id,
    apply: (changes) => {
      for (const { destination } of changes) put(collections.destinations, destination);
      reloadFiltered();
      // A delivery tells what its destination's settings mean for it, so it changes with them.
      refresh({ queryKey: api.deliveries.get.key() });
    },
    remove: (id) => drop(collections.destinations, id),
  },
  receiver: {
    idOf: ({ receiver }) => receiver.id,
    apply: (changes) => {
      for (const { receiver } of changes) put(collections.receivers, receiver);
      // Names that are free change with them, and so does "from now on".
      refresh({ queryKey: api.receivers.gallery.key() });
    },
    remove: (id) => drop(collections.receivers, id),
  },
  certificateAuthority: inCollection(
    collections.authorities,
    (change) => change.certificateAuthority,
  ),
  savedFilter: inCollection(collections.savedFilters, (change) => change.savedFilter),
  audience: inCollection(collections.audiences, (change) => change.audience),
  trait: inCollection(collections.traits, (change) => change.trait),
  delivery: {
    idOf: ({ delivery }) => delivery.id,
    apply: (changes) => {
      deliveries.apply(changes.map(({ delivery }) => delivery));
      refreshById(api.deliveries.get.key(), new Set(changes.map(({ delivery }) => delivery.id)));
      const messageIds = new Set(changes.map(({ delivery }) => delivery.messageRowId));
      refreshById(api.messages.get.key(), messageIds);
      refresh({ queryKey: api.deliveries.list.key() });
    },
  },
  message: {
    idOf: ({ message }) => message.id,
    apply: (changes) => {
      const changed = changes.map(({ message }) => message);
      messages.apply(changed);
      noteArrivals(changed, []);
      refreshById(api.messages.get.key(), new Set(changed.map(({ id }) => id)));
      refresh({ queryKey: api.sources.usage.key() });
    },
  },
  rejected: {
    idOf: (change) => change.rejected.id,
    apply: (changes) => {
      const changed = changes.map((change) => change.rejected);
      rejected.apply(changed);
      noteArrivals([], changed);
    },
  },
  resend: {
    idOf: ({ resend }) => resend.id,
    apply: (changes) => {
      const changed = changes.map(({ resend }) => resend);
      resends.apply(changed);
      allResends.apply(changed);
      refreshById(api.resends.get.key(), new Set(changed.map(({ id }) => id)));
    },
  },
  receiverRequest: {
    idOf: ({ request }) => request.id,
    apply: (changes) => receiverRequests.apply(changes.map(({ request }) => request)),
  },
  receiverCleared: {
    idOf: ({ id }) => id,
    apply: (changes) => {
      for (const { id } of changes) {
        if (id === useReceiverRequests.getState().query.receiverId)
          receiverRequests.reloadIfShown();
        refresh({ queryKey: api.receiverRequests.get.key({ input: { id } }) });
      }
    },
  },
  deleted: {
    idOf: ({ noun, ids }) => `${noun} ${ids[0]}`,
    apply: (changes) => {
      for (const { noun, ids } of changes) {
        const removed = new Set(ids);
        for (const list of listsOf[noun]) list.remove(removed);
        refreshById(detailOf[noun].key(), removed);
      }
      refresh({ queryKey: api.deliveries.list.key() });
      refresh({ queryKey: api.messages.get.key() });
    },
  },
  sync: {
    idOf: ({ sync }) => sync.id,
    apply: (changes) => {
      for (const { sync } of changes) noteSync(sync);
    },
  },
  job: {
    idOf: ({ job }) => job.id,
    apply: (changes) => {
      for (const { job } of changes) noteJob(job);
    },
  },
  deletion: {
    idOf: ({ deletion }) => deletion.id,
    apply: (changes) => {
      for (const { deletion } of changes) noteDeletion(deletion);
    },
    remove: (id) => deletions.drop(id),
  },
  alert: {
    idOf: ({ alert }) => alert.id,
    apply: (changes) => noteAlerts(changes.map(({ alert }) => alert)),
  },
  settings: {
    idOf: () => '',
    apply: ([change]) => change && showSettings(change.settings),
  },
};

type LiveKind = keyof typeof live;

function idOf<Kind extends LiveKind>(kind: Kind, change: ChangeOf<Kind>): string | number {
  return live[kind].idOf(change);
}

/** Equal for changes that replace each other: of a thing the latest value, or its removal. */
function thingOf(change: Change): string {
  const id = change.kind === 'removed' ? change.id : idOf(change.kind, change);
  return `${change.kind === 'removed' ? change.noun : change.kind} ${id}`;
}

function applyKind<Kind extends LiveKind>(kind: Kind, changes: readonly Change[]): void {
  const ofKind = changes.filter((change): change is ChangeOf<Kind> => change.kind === kind);
  if (ofKind.length > 0) live[kind].apply(ofKind);
}

/** Takes what has changed since the last frame. */
export function applyChanges(changes: readonly Change[]): void {
  const latest = [...new Map(changes.map((change) => [thingOf(change), change])).values()];
  for (const kind of Object.keys(live) as LiveKind[]) applyKind(kind, latest);
  for (const change of latest) if (change.kind === 'removed') live[change.noun].remove?.(change.id);
}
