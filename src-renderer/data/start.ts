/** Connects the cache, the clock and the connection state to the core, once. */
import { onlineManager } from '@tanstack/react-query';
import { ChangeFeed } from './change-feed.ts';
import { setClock, slowClock } from './clock.ts';
import { keepCollections } from './collections.ts';
import { connect, watchConnection } from './connection-state.ts';
import { connection, core } from './core.ts';
import { setLedger } from './ledger.ts';
import { applyChanges } from './live.ts';
import { nextFrame } from './next-frame.ts';
import { refreshAll } from './refresh.ts';
import { keepSystem } from './system.ts';

export function startData(): void {
  keepCollections();
  keepSystem();
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
    apply: (changes, status) => {
      setLedger(status.ledger);
      setClock(status.clock, status.receivedAt);
      applyChanges(changes);
    },
    reload: refreshAll,
    nextFrame,
  }).start();
  void connect();
}
