/** Connects the stores to the core, once. */
import { onlineManager } from '@tanstack/react-query';
import { ChangeFeed } from '#renderer/data/change-feed.ts';
import { keepCollections } from '#renderer/data/collections.ts';
import { connection, core } from '#renderer/data/core.ts';
import { showLedger } from '#renderer/data/ledger.ts';
import { applyChanges } from '#renderer/data/live.ts';
import { nextFrame } from '#renderer/data/next-frame.ts';
import { queryClient } from '#renderer/data/query-client.ts';
import { allResends } from './all-resends-store.ts';
import { showClock, slowClock } from './clock-store.ts';
import { connect, watchConnection } from './connection-store.ts';
import { deletions, deletionUsers } from './deletions-store.ts';
import { deliveries } from './deliveries-store.ts';
import { loadJobs } from './jobs-store.ts';
import { members } from './members-store.ts';
import { messages } from './messages-store.ts';
import { receiverRequests } from './receiver-requests-store.ts';
import { rejected } from './rejected-store.ts';
import { resends } from './resends-store.ts';
import { syncHistory } from './syncs-store.ts';

function reloadAll(): void {
  void queryClient.invalidateQueries();
  void loadJobs();
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
}

export function startStores(): void {
  keepCollections();
  watchConnection();
  connection.subscribe((state) => {
    if (state === 'open') return;
    onlineManager.setOnline(false);
    slowClock();
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
