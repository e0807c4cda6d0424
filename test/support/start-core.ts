/** The whole product on free ports with its own data folder, removed after the test. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, onTestFinished } from 'vitest';
import { type Core, type CoreOptions, createCore } from '#main/app.ts';
import { coreOptions } from './core-options.ts';
import { FakeSocketTime } from './fake-socket-time.ts';
import { type Followed, follow } from './followed.ts';
import { startLocalReader } from './local-reader.ts';
import { createRecordedLog, type RecordedLog } from './recorded-log.ts';
import { makeFolder, removeFolder } from './temporary-folder.ts';

export interface StartOptions
  extends Partial<
    Pick<
      CoreOptions,
      | 'clock'
      | 'random'
      | 'ingest'
      | 'mocks'
      | 'secretBox'
      | 'workspace'
      | 'scenarios'
      | 'sandbox'
      | 'socketTime'
    >
  > {
  /** A folder of the caller, which is not removed. */
  readonly dataFolder?: string;
  /** Errors that the test provokes; any other error in the log fails the test. */
  readonly expectedErrors?: RegExp;
}

export interface StartedCore {
  readonly core: Core;
  readonly followed: Followed;
  readonly log: RecordedLog;
  /** Of its requests to webhooks, unless the test gave another. */
  readonly socketTime: FakeSocketTime;
  readonly dataFolder: string;
  /** Stops the core once, and fails if the log holds an unexpected error. */
  stop(): Promise<void>;
}

/** Deliveries by state and by cause, and copies, from the counters and counted. */
function statesIn(dataFolder: string) {
  const db = new Database(join(dataFolder, 'hookwright.sqlite'), { readonly: true });
  try {
    const counted = db
      .prepare(
        `SELECT iif(state = 'not_sent', reason, state) AS state, COUNT(*) AS value
         FROM deliveries GROUP BY 1
         UNION SELECT 'copies_kept', COUNT(*) FROM copies HAVING COUNT(*) > 0
         UNION SELECT 'cause ' || destination_id || ' ' || state || ' ' || ifnull(last_code, '') || ' '
           || iif(last_code IN ('redirect', 'client_error', 'server_error', 'unexpected_status'), last_status, ''),
           COUNT(*)
         FROM deliveries WHERE state IN ('refused', 'gave_up', 'blocked')
           OR (state = 'waiting' AND last_code IS NOT NULL) GROUP BY 1
         ORDER BY 1`,
      )
      .all();
    const kept = db
      .prepare(
        `SELECT name AS state, value FROM counters WHERE scope = '' AND value <> 0
         AND name NOT IN ('accepted', 'unrouted', 'duplicates', 'rejected', 'routed')
         UNION SELECT 'cause ' || scope, value FROM counters WHERE name = 'cause' AND value <> 0
         ORDER BY 1`,
      )
      .all();
    return { counted, kept };
  } finally {
    db.close();
  }
}

/** Starts a core that the caller stops. */
export async function openCore(options: StartOptions = {}): Promise<StartedCore> {
  const { expectedErrors, dataFolder = makeFolder(), ...given } = options;
  const log = createRecordedLog();
  const socketTime = new FakeSocketTime();
  const core = await createCore({
    ...coreOptions(dataFolder, { socketTime, startReader: startLocalReader, ...given }),
    log: log.log,
  });
  await core.start();
  const followed = follow(core);
  let stopped: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    const { balanced } = core.ledger.get();
    await core.stop();
    await followed.stop();
    const { counted, kept } = statesIn(dataFolder);
    if (options.dataFolder === undefined) removeFolder(dataFolder);
    const unexpected = log
      .errors()
      .filter(({ message }) => !(expectedErrors?.test(message) ?? false));
    expect(unexpected, 'errors in the log').toEqual([]);
    expect(balanced, 'the ledger balances').toBe(true);
    expect(kept, 'the ledger agrees with the rows').toEqual(counted);
  }

  return {
    core,
    followed,
    log,
    socketTime,
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

/** One core for all tests of a file; call it where tests are declared. */
export function sharedCore(options: StartOptions = {}): Promise<StartedCore> {
  const starting = openCore(options);
  afterAll(async () => (await starting).stop());
  return starting;
}
