/** The data of stored runs, read from their run archives. */
import { join } from 'node:path';
import type { Log } from '#main/kit/ports.ts';
import { createTemporaryFolder } from '#main/kit/temporary-folder.ts';
import { createRunReader, type Reader } from '#main/store/reader.ts';
import { isOfOtherBuild } from '#main/store/schema.ts';
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
import type { RunHistory } from './run-history.ts';
import type { RunReads } from './run-reads.ts';

/** The database of a run in a temporary folder, read by a thread. */
interface OpenedRunData {
  readonly file: string;
  readonly reader: Reader<RunReads>;
  /** Ages in filters are counted up to it: the end of the run. */
  readonly now: number;
  close(): Promise<void>;
}

async function openRunData(
  { manifest, report, extractDatabase }: OpenedRunArchive,
  log: Log,
): Promise<OpenedRunData> {
  const { path: folder, remove } = await createTemporaryFolder('run');
  try {
    const file = join(folder, 'run.sqlite');
    await extractDatabase(file);
    const reader = createRunReader<RunReads>(file, log);
    return {
      ...{ file, reader, now: manifest.startsAt + report.virtualMs },
      close: () => reader.close().then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Throws an AppError for a database that no run wrote. One of another build is only not shown. */
export async function checkRunData(archive: OpenedRunArchive, log: Log): Promise<void> {
  const { file, reader, close } = await openRunData(archive, log);
  try {
    if (!isOfOtherBuild(file)) await reader.run('check', null);
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

/** The run that was read last stays open. */
export function createStoredRunData(
  { withRunArchive }: Pick<RunHistory, 'withRunArchive'>,
  log: Log,
) {
  let opened: { readonly id: string; readonly data: Promise<OpenedRunData> } | null = null;

  async function close(): Promise<void> {
    const data = opened?.data;
    opened = null;
    await data?.then((one) => one.close()).catch(() => undefined);
  }

  function dataOf({ id }: RunRef): Promise<OpenedRunData> {
    if (opened?.id === id) return opened.data;
    void close();
    const data = withRunArchive(id, (archive) => openRunData(archive, log));
    opened = { id, data };
    data.catch(() => {
      if (opened?.data === data) opened = null;
    });
    return data;
  }

  return {
    operations: {
      async deliveries(
        { filter = everything, ...query }: RunDeliveriesQuery,
        signal?: AbortSignal,
      ) {
        const { reader, now } = await dataOf(query);
        return reader.run('deliveries', { ...query, filter, now }, signal);
      },
      delivery: async (ref: RunDeliveryRef) =>
        (await dataOf(ref)).reader.run('delivery', ref.deliveryId),
      requests: async (query: RunDataQuery) => (await dataOf(query)).reader.run('requests', query),
      request: async (ref: RunRequestRef) =>
        (await dataOf(ref)).reader.run('request', ref.requestId),
      inputs: ({ id }: RunRef): Promise<RunInputs> => withRunArchive(id, inputsOf),
    },
    close,
  };
}
