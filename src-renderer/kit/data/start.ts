/** Connects the cache, the clock and the connection state to the core, once. */
import { onlineManager } from '@tanstack/react-query';
import { ChangeFeed } from './change-feed.ts';
import { setClock, slowClock } from './clock.ts';
import { keepCollections } from './collections.ts';
import { connect, connection, core, watchConnection } from './core.ts';
import { setLedger } from './ledger.ts';
import { applyChanges } from './live.ts';
import { refreshAll } from './query-client.ts';
import { keepSystem } from './system.ts';

/** Hidden windows get no animation frames, but their lists must stay current. */
const maxFrameDelayMs = 250;

/** Changes may use a third of the time; the rest is for scrolling and typing. */
const pauseFactor = 2;

let pausedUntil = 0;

/** Runs the function before a frame, and measures it and the frame. */
function runMeasured(run: () => void): void {
  const startedAt = performance.now();
  run();
  // After the frame, since layout and paint are most of the work.
  setTimeout(() => {
    const endedAt = performance.now();
    pausedUntil = endedAt + pauseFactor * (endedAt - startedAt);
  });
}

/** Runs the function before the next frame, or soon if none is drawn; slow machines get pauses. */
function nextFrame(run: () => void): void {
  let hasRun = false;
  const once = (): void => {
    if (hasRun) return;
    hasRun = true;
    clearTimeout(timer);
    runMeasured(run);
  };
  const inFrame = (): void => {
    if (hasRun) return;
    if (performance.now() < pausedUntil) requestAnimationFrame(inFrame);
    else once();
  };
  const timer = setTimeout(once, maxFrameDelayMs);
  requestAnimationFrame(inFrame);
}

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
