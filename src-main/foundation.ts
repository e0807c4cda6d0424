/** What capabilities are built on: the data folder, time, chance and the log. Each names the parts that it uses. */
import { createVirtualClock, type VirtualClock } from '#main/clock/virtual-clock.ts';
import type { Clock, Log, Random, SecretBox } from '#main/kit/ports.ts';
import type { AllReads } from '#main/reads.ts';
import { createKnownSecrets } from '#main/settings/known-secrets.ts';
import { type Changes, createChanges } from '#main/store/changes.ts';
import {
  affectsConfigCache,
  type ConfigCache,
  createConfigCache,
} from '#main/store/config-cache.ts';
import type { StartReader } from '#main/store/reader/reader-thread.ts';
import { createReader, type Reader } from '#main/store/reader.ts';
import { openStore, type Store } from '#main/store/store.ts';
import type { KnownSecrets } from '#shared/deliveries/redaction.ts';

export interface Foundation {
  readonly store: Store;
  readonly configCache: ConfigCache;
  /** Of all that is stored. */
  readonly knownSecrets: () => KnownSecrets;
  readonly reader: Reader<AllReads>;
  readonly changes: Changes;
  readonly clock: VirtualClock;
  readonly machineClock: Clock;
  readonly random: Random;
  readonly log: Log;
}

interface FoundationOptions {
  readonly dataFolder: string;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Where lists and searches are read; on a thread by default. */
  readonly startReader?: StartReader | undefined;
  readonly isDurable: boolean;
}

/** Opens the data folder. Throws a StartupProblem. */
export function createFoundation(options: FoundationOptions): Foundation {
  const { random, clock: machineClock } = options;
  const changes = createChanges();
  const clock = createVirtualClock(machineClock);
  const store = openStore({
    ...options,
    clock: () => (clock.mode === 'real' ? null : clock.snapshot()),
    committed: changes.committed,
    // The alert is part of the system state, which clients reload with the settings.
    diskChanged: () => changes.publish([{ kind: 'settings', id: 'settings' }]),
  });
  const log = store.disk.quiet(options.log);
  clock.restore(store.settings.clock());
  const configCache = createConfigCache(store);
  changes.subscribe((changed) => {
    if (changed.some(affectsConfigCache)) configCache.reload(changed);
  });
  const { get: knownSecrets, ...secrets } = createKnownSecrets(store);
  changes.subscribe((changed, isStored) => {
    if (isStored) secrets.changed(changed);
  });
  const reader = createReader<AllReads>(store.file, log, options.startReader);
  return { store, configCache, knownSecrets, reader, changes, clock, machineClock, random, log };
}
