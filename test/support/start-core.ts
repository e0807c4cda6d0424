/** The whole product on free ports with a folder of its own, taken away after the test. */
import { afterAll, expect, onTestFinished } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import type { Clock, ListenAddress, Random, SecretBox } from '#core/ports.ts';
import { realClock } from '#core/schedule/real-clock.ts';
import { type Followed, follow } from './followed.ts';
import { createRecordedLog, type RecordedLog } from './recorded-log.ts';
import { seededRandom } from './seeded-random.ts';
import { makeFolder, removeFolder } from './temporary-folder.ts';

export interface StartOptions {
  readonly clock?: Clock;
  readonly random?: Random;
  /** A folder of the caller's; it stays. */
  readonly dataFolder?: string;
  readonly ingest?: ListenAddress;
  readonly secretBox?: SecretBox;
  /** Errors that the test provokes; any other one in the log fails it. */
  readonly expectedErrors?: RegExp;
}

export interface StartedCore {
  readonly core: Core;
  readonly followed: Followed;
  readonly log: RecordedLog;
  readonly dataFolder: string;
  /** Stops it once, and fails when the log holds an error that nobody expected. */
  stop(): Promise<void>;
}

export const freePort: ListenAddress = { host: '127.0.0.1', port: 0, explicit: true };

export const plainBox: SecretBox = {
  atRest: 'plain',
  seal: (secret) => Buffer.from(secret, 'utf8'),
  open: (sealed) => Buffer.from(sealed).toString('utf8'),
};

/** Options of a core in a folder, for tests that assemble one themselves. */
export const coreOptions = (dataFolder: string, options: StartOptions = {}) => ({
  version: '0.0.0-test',
  dataFolder,
  ingest: options.ingest ?? freePort,
  clock: options.clock ?? realClock,
  random: options.random ?? seededRandom(),
  secretBox: options.secretBox ?? plainBox,
});

/** Starts a core that the caller stops. */
export async function openCore(options: StartOptions = {}): Promise<StartedCore> {
  const dataFolder = options.dataFolder ?? makeFolder();
  const log = createRecordedLog();
  const core = await createCore({ ...coreOptions(dataFolder, options), log: log.log });
  await core.start();
  const followed = follow(core);
  let stopped: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    const { balanced } = core.ledger.get();
    await core.stop();
    await followed.stop();
    if (options.dataFolder === undefined) removeFolder(dataFolder);
    const unexpected = log
      .errors()
      .filter(({ message }) => !(options.expectedErrors?.test(message) ?? false));
    expect(unexpected, 'errors in the log').toEqual([]);
    expect(balanced, 'the ledger balances').toBe(true);
  }

  return {
    core,
    followed,
    log,
    dataFolder,
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}

/** Starts a core that is stopped after the test. */
export async function startCore(options: StartOptions = {}): Promise<StartedCore> {
  const started = await openCore(options);
  onTestFinished(() => started.stop());
  return started;
}

/** A core for all tests of a file; call it where tests are declared. */
export function sharedCore(options: StartOptions = {}): Promise<StartedCore> {
  const starting = openCore(options);
  afterAll(async () => (await starting).stop());
  return starting;
}
