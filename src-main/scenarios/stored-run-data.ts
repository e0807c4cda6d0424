/** The data of stored runs, read from their run archives. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '#main/kit/ports.ts';
import { hasRunDatabaseCode } from '#main/store/reader/run-store.ts';
import { createRunReader, type Reader } from '#main/store/reader.ts';
import { everything } from '#shared/filter/filter.ts';
import type { RunRef } from '#shared/scenarios/schema/run.ts';
import type {
  RunDataQuery,
  RunDeliveriesQuery,
  RunDeliveryRef,
  RunRequestRef,
} from '#shared/scenarios/schema/run-data.ts';
import type { RunInputs } from '#shared/scenarios/schema/workspace.ts';
import { type OpenedRunArchive, unpackRunArchive } from './run-archive.ts';
import { checkedOf } from './run-checks.ts';
import { type RunHistory, runArchiveProblem } from './run-history.ts';
import type { PageQuery, RunReads } from './run-reads.ts';
import { ZipProblem } from './zip-file.ts';

/** The database of a run in a temporary folder, read by a thread. */
interface OpenedRunData {
  readonly reader: Reader<RunReads>;
  /** Ages in filters are counted up to it: the end of the run. */
  readonly now: number;
  close(): Promise<void>;
}

async function openRunData(
  { manifest, report, extractDatabase }: OpenedRunArchive,
  log: Log,
): Promise<OpenedRunData> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-run-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const file = join(folder, 'run.sqlite');
    await extractDatabase(file);
    const reader = createRunReader<RunReads>(file, log);
    return {
      ...{ reader, now: manifest.startsAt + report.virtualMs },
      close: () => reader.close().then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The thread that read it passes only its code on. */
const problemOf = (error: unknown): unknown =>
  hasRunDatabaseCode(error) ? new ZipProblem(error.message) : error;

/** Throws a ZipProblem for a database that no run wrote. One of another build is only not shown. */
export async function checkRunData(archive: OpenedRunArchive, log: Log): Promise<void> {
  const { reader, close } = await openRunData(archive, log);
  try {
    await reader.run('check', null);
  } catch (error) {
    if (!hasRunDatabaseCode(error) || error.code !== 'run_database_of_other_build')
      throw problemOf(error);
  } finally {
    await close();
  }
}

async function inputsOf(archive: OpenedRunArchive): Promise<RunInputs> {
  const { text } = archive;
  const { file, set, secrets } = archive.manifest;
  const { read, remove } = await unpackRunArchive(archive, { set, environment: {}, isCheck: true });
  await remove();
  const files = archive.files.filter((name) => name !== file);
  const checked = checkedOf(read);
  return { file, text, files, set, secrets, checked };
}

const pageIn = ({ messageId, cursor, limit }: RunDataQuery): PageQuery => ({
  ...{ messageId, cursor, limit },
});

/** Kept open: each has a thread. */
const maxOpen = 2;

export function createStoredRunData(
  { withRunArchive }: Pick<RunHistory, 'withRunArchive'>,
  log: Log,
) {
  /** By run, the latest last. */
  const opened = new Map<string, Promise<OpenedRunData>>();

  async function close(id: string): Promise<void> {
    const data = opened.get(id);
    opened.delete(id);
    await data?.then(
      (one) => one.close(),
      () => undefined,
    );
  }

  function dataOf(id: string): Promise<OpenedRunData> {
    const data = opened.get(id) ?? withRunArchive(id, (archive) => openRunData(archive, log));
    opened.delete(id);
    opened.set(id, data);
    data.catch(() => opened.delete(id));
    for (const other of [...opened.keys()].slice(0, -maxOpen)) void close(other);
    return data;
  }

  async function from<Result>(
    { id }: RunRef,
    read: (data: OpenedRunData) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await read(await dataOf(id));
    } catch (error) {
      throw runArchiveProblem(problemOf(error));
    }
  }

  return {
    operations: {
      deliveries: ({ filter = everything, ...query }: RunDeliveriesQuery, signal?: AbortSignal) =>
        from(query, ({ reader, now }) =>
          reader.run('deliveries', { ...pageIn(query), filter, now }, signal),
        ),
      delivery: (ref: RunDeliveryRef) =>
        from(ref, ({ reader }) => reader.run('delivery', ref.deliveryId)),
      requests: (query: RunDataQuery) =>
        from(query, ({ reader }) => reader.run('requests', pageIn(query))),
      request: (ref: RunRequestRef) =>
        from(ref, ({ reader }) => reader.run('request', ref.requestId)),
      inputs: ({ id }: RunRef): Promise<RunInputs> => withRunArchive(id, inputsOf),
    },
    close,
    async closeAll(): Promise<void> {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}
