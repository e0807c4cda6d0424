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
import { type OpenedRunArchive, unpackScenario } from './run-archive.ts';
import type { RunHistory } from './run-history.ts';
import type { RunReads } from './run-reads.ts';
import type { ScenarioChecks } from './scenario-checks.ts';

type Checks = Pick<Reader<ScenarioChecks>, 'run'>;

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

async function inputsOf(archive: OpenedRunArchive, checks: Checks): Promise<RunInputs> {
  const { text } = archive;
  const { file, set, secrets } = archive.manifest;
  const { path, remove } = await unpackScenario(archive);
  try {
    const checked = await checks.run('checkRun', { path, root: path, file, text, set });
    const files = archive.files.filter((name) => name !== file);
    return { file, text, files, set, secrets, checked };
  } finally {
    await remove();
  }
}

/** Several windows may show different runs. Opening one unpacks and checks its database. */
const maxOpened = 4;

interface Opened {
  readonly data: Promise<OpenedRunData>;
  /** Running reads, during which it stays open. */
  reads: number;
}

/** The runs that were read last stay open. */
export function createStoredRunData(
  { withRunArchive }: Pick<RunHistory, 'withRunArchive'>,
  checks: Checks,
  log: Log,
) {
  /** Read last at the end. */
  const opened = new Map<string, Opened>();

  const close = ({ data }: Opened): Promise<void> =>
    data.then((one) => one.close()).catch(() => undefined);

  function open(id: string): Opened {
    const known = opened.get(id);
    const one = known ?? {
      data: withRunArchive(id, (archive) => openRunData(archive, log)),
      reads: 0,
    };
    opened.delete(id);
    opened.set(id, one);
    for (const [oldest, { reads }] of [...opened].slice(0, -maxOpened))
      if (reads === 0) drop(oldest);
    return one;
  }

  function drop(id: string): void {
    const one = opened.get(id);
    opened.delete(id);
    if (one !== undefined) void close(one);
  }

  async function read<Result>(
    { id }: RunRef,
    readFrom: (data: OpenedRunData) => Promise<Result>,
  ): Promise<Result> {
    const one = open(id);
    one.reads += 1;
    try {
      const data = await one.data.catch((error) => {
        if (opened.get(id) === one) opened.delete(id);
        throw error;
      });
      return await readFrom(data);
    } finally {
      one.reads -= 1;
    }
  }

  return {
    operations: {
      deliveries: ({ filter = everything, ...query }: RunDeliveriesQuery, signal?: AbortSignal) =>
        read(query, ({ reader, now }) =>
          reader.run('deliveries', { ...query, filter, now }, signal),
        ),
      delivery: (ref: RunDeliveryRef) =>
        read(ref, ({ reader }) => reader.run('delivery', ref.deliveryId)),
      requests: (query: RunDataQuery) => read(query, ({ reader }) => reader.run('requests', query)),
      request: (ref: RunRequestRef) =>
        read(ref, ({ reader }) => reader.run('request', ref.requestId)),
      inputs: ({ id }: RunRef): Promise<RunInputs> =>
        withRunArchive(id, (archive) => inputsOf(archive, checks)),
    },
    close: async (): Promise<void> => {
      const all = [...opened.values()];
      opened.clear();
      await Promise.all(all.map(close));
    },
  };
}
