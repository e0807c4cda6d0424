/** Hands what has changed in the core to the stores: each is set once per frame at most. */
import type { Standing } from '#renderer/data/pending-changes.ts';
import type { Change } from '#shared/schemas/change.ts';
import { allResends } from './all-resends-store.ts';
import { noteArrivals } from './arrivals-store.ts';
import { audiences, traits } from './audiences-store.ts';
import { authorities } from './authorities-store.ts';
import { noteBulkRun } from './bulk-store.ts';
import { showClock } from './clock-store.ts';
import { deletions, noteDeletion } from './deletions-store.ts';
import { deliveries, useDeliveries } from './deliveries-store.ts';
import { destinations } from './destinations-store.ts';
import { deliveryDetails, openMessage, resendDetails } from './details.ts';
import { showLedger } from './ledger-store.ts';
import { messages } from './messages-store.ts';
import { noteNotices } from './notices-store.ts';
import { noteCleared, receiverRequests } from './receiver-requests-store.ts';
import { receivers } from './receivers-store.ts';
import { rejected } from './rejected-store.ts';
import { resends } from './resends-store.ts';
import { savedFilters } from './saved-filters-store.ts';
import { showSettings } from './settings-store.ts';
import { sources } from './sources-store.ts';
import { noteSync } from './syncs-store.ts';

const removing = {
  source: sources,
  destination: destinations,
  authority: authorities,
  receiver: receivers,
  savedFilter: savedFilters,
  audience: audiences,
  trait: traits,
  deletion: deletions,
};

function applyToCollections(change: Change): void {
  if (change.kind === 'source') sources.put(change.source);
  if (change.kind === 'destination') destinations.put(change.destination);
  if (change.kind === 'authority') authorities.put(change.authority);
  if (change.kind === 'audience') audiences.put(change.audience);
  if (change.kind === 'trait') traits.put(change.trait);
  if (change.kind === 'sync') noteSync(change.sync);
  if (change.kind === 'bulkRun') noteBulkRun(change.bulkRun);
  if (change.kind === 'deletion') noteDeletion(change.deletion);
  if (change.kind === 'settings') showSettings(change.settings);
  if (change.kind === 'receiver') receivers.put(change.receiver);
  if (change.kind === 'savedFilter') savedFilters.put(change.savedFilter);
  if (change.kind === 'removed') removing[change.noun].drop(change.id);
}

const isRenaming = ({ kind }: Change): boolean => kind === 'source' || kind === 'destination';

export function applyChanges(changes: readonly Change[], standing: Standing): void {
  showLedger(standing.ledger);
  showClock(standing.clock, standing.receivedAt);
  const changedDeliveries = changes.flatMap((change) =>
    change.kind === 'delivery' ? [change.delivery] : [],
  );
  const changedMessages = changes.flatMap((change) =>
    change.kind === 'message' ? [change.message] : [],
  );
  const changedRejected = changes.flatMap((change) =>
    change.kind === 'rejected' ? [change.rejected] : [],
  );
  const changedResends = changes.flatMap((change) =>
    change.kind === 'resend' ? [change.resend] : [],
  );
  deliveries.apply(changedDeliveries);
  messages.apply(changedMessages);
  rejected.apply(changedRejected);
  receiverRequests.apply(
    changes.flatMap((change) => (change.kind === 'receiverRequest' ? [change.request] : [])),
  );
  noteCleared(
    new Set(changes.flatMap((change) => (change.kind === 'receiverCleared' ? [change.id] : []))),
  );
  resends.apply(changedResends);
  allResends.apply(changedResends);
  for (const store of resendDetails)
    store.refresh((openId) => changedResends.some(({ id }) => id === openId));
  noteArrivals(changedMessages, changedRejected);
  noteNotices(changes.flatMap((change) => (change.kind === 'notice' ? [change.notice] : [])));
  for (const change of changes) applyToCollections(change);
  // A filter goes by the names of sources and destinations, and by where these send to.
  if (changes.some(isRenaming) && useDeliveries.getState().query.filter !== '')
    deliveries.reloadIfShown();
  refreshDetails(changes);
}

function refreshDetails(changes: readonly Change[]): void {
  const deliveryIds = new Set<number>();
  const messageIds = new Set<number>();
  const destinationIds = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'message') messageIds.add(change.message.id);
    if (change.kind === 'destination') destinationIds.add(change.destination.id);
    if (change.kind !== 'delivery') continue;
    deliveryIds.add(change.delivery.id);
    messageIds.add(change.delivery.messageRowId);
  }
  // A delivery tells what its destination's settings mean for it, so it changes with them.
  for (const store of deliveryDetails)
    store.refresh(
      (id, value) =>
        deliveryIds.has(id) || (value !== null && destinationIds.has(value.destinationId)),
    );
  openMessage.refresh((id) => messageIds.has(id));
}
