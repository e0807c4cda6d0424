/** Connects the stores to the core, once. */
import { onlineManager } from '@tanstack/react-query';
import { ChangeFeed } from '#renderer/data/change-feed.ts';
import { connection, core } from '#renderer/data/core.ts';
import { applyChanges } from '#renderer/data/live.ts';
import { nextFrame } from '#renderer/data/next-frame.ts';
import { queryClient } from '#renderer/data/query-client.ts';
import { allResends } from './all-resends-store.ts';
import { reloadArrivals } from './arrivals-store.ts';
import { loadBulkRun } from './bulk-store.ts';
import { showClock, slowClock } from './clock-store.ts';
import { connect, watchConnection } from './connection-store.ts';
import { deletions, deletionUsers } from './deletions-store.ts';
import { deliveries } from './deliveries-store.ts';
import { openDelivery, openMessage, openRejected, openResend } from './details.ts';
import { loadLedger, showLedger } from './ledger-store.ts';
import { members } from './members-store.ts';
import { messages } from './messages-store.ts';
import { loadNotices } from './notices-store.ts';
import { openReceiverRequest, receiverRequests } from './receiver-requests-store.ts';
import { rejected } from './rejected-store.ts';
import { resends } from './resends-store.ts';
import { loadSettings } from './settings-store.ts';
import { syncHistory } from './syncs-store.ts';
import { loadSystem } from './system-store.ts';

function reloadAll(): void {
  void queryClient.invalidateQueries();
  void loadLedger();
  void loadBulkRun();
  void loadNotices();
  deletions.refresh();
  deletionUsers.refresh();
  members.refresh();
  syncHistory.refresh();
  deliveries.reloadIfShown();
  messages.reloadIfShown();
  rejected.reloadIfShown();
  receiverRequests.reloadIfShown();
  resends.reloadIfShown();
  allResends.reloadIfShown();
  reloadArrivals();
  openDelivery.refresh(() => true);
  openMessage.refresh(() => true);
  openRejected.refresh(() => true);
  openReceiverRequest.refresh(() => true);
  openResend.refresh(() => true);
}

export function startStores(): void {
  watchConnection();
  connection.subscribe((state) => {
    // Addresses belong to a run of the core, and each run is a new connection.
    if (state !== 'open') {
      onlineManager.setOnline(false);
      return slowClock();
    }
    void loadSystem();
    void loadSettings();
  });
  new ChangeFeed({
    connection,
    follow: (request) => core.changes.follow(request),
    onFollowing: () => onlineManager.setOnline(true),
    apply: (changes, standing) => {
      showLedger(standing.ledger);
      showClock(standing.clock, standing.receivedAt);
      applyChanges(changes);
    },
    reload: reloadAll,
    nextFrame,
  }).start();
  void connect();
}
