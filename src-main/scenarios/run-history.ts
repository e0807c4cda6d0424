/** Finished runs, as files in the data folder: an index, and per run its report and its run archive. */
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { notFound } from '#main/kit/app-error.ts';
import { publishFile } from '#main/kit/files.ts';
import { createSerialQueue } from '#main/kit/serial-queue.ts';
import { unreadableRun } from '#main/store/reader/run-store.ts';
import { shellWord } from '#shared/kit/shell.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import { RunReport } from '#shared/scenarios/schema/report.ts';
import {
  type RunAttempt,
  type RunAttempts,
  type RunEvents,
  RunSummary,
  type StoredRun,
} from '#shared/scenarios/schema/run.ts';
import { type OpenedRunArchive, openRunArchive } from './run-archive.ts';
import { ZipProblem } from './zip-file.ts';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const runLimits = { runsPerFile: 50, bytes: 1024 ** 3 };
const maxEventsRead = 1_000;
const maxAttemptsRead = 50_000;

const IndexedRun = RunSummary.extend({ bytes: z.number() });
type IndexedRun = z.infer<typeof IndexedRun>;

const runArchiveProblem = (error: unknown): unknown =>
  error instanceof ZipProblem ? unreadableRun(error.message) : error;

async function* eachLine(groups: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const lines of groups) yield* lines;
}

const Index = z.object({ format: z.literal(1), runs: z.array(z.unknown()) });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const withoutBytes = ({ bytes: _, ...summary }: IndexedRun): RunSummary => summary;

export function summaryOf(
  id: string,
  startedAt: number,
  report: RunReport,
  { openedFrom = null, repeats = null }: Partial<Pick<RunSummary, 'openedFrom' | 'repeats'>> = {},
): RunSummary {
  const { scenario, seed, verdict, checks, virtualMs, historyHash, real } = report;
  const decided = checks.filter((check) => check.verdict !== 'skipped');
  return {
    ...{ id, startedAt, seed, verdict, virtualMs, historyHash },
    file: scenario.file,
    name: scenario.name,
    case: scenario.case,
    passed: decided.filter((check) => check.verdict === 'passed').length,
    checks: decided.length,
    realMs: real.durationMs,
    ...{ openedFrom, repeats },
  };
}

/** Runs beyond the limits. `runs` is newest first. */
function expired(runs: readonly IndexedRun[], limits: typeof runLimits): readonly IndexedRun[] {
  const perFile = new Map<string, number>();
  let bytes = 0;
  return runs.filter((run) => {
    const group = run.openedFrom === null ? run.file : '';
    const count = (perFile.get(group) ?? 0) + 1;
    perFile.set(group, count);
    bytes += run.bytes;
    return count > limits.runsPerFile || bytes > limits.bytes;
  });
}

export function createRunHistory(folder: string, limits = runLimits) {
  const indexFile = join(folder, 'index.json');
  /** The first index that could not be read in full. */
  const damagedFile = join(folder, 'index.damaged.json');
  const reportFile = (id: string): string => join(folder, `${id}.json`);
  const runArchiveFile = (id: string): string => join(folder, `${id}.hookwright-run`);
  /** Newest first. */
  let known: Promise<readonly IndexedRun[]> | null = null;
  /** IDs of runs whose files are being written. */
  const unfinished = new Set<string>();
  /** Each changes what the one before left. */
  const inOrder = createSerialQueue();

  /** Files of runs that never ended, such as after a kill. */
  async function removeUnlisted(runs: readonly IndexedRun[]): Promise<void> {
    const keptIds = new Set([...runs.map(({ id }) => id), ...unfinished]);
    for (const name of await readdir(folder))
      if (name !== 'index.json' && !keptIds.has(name.split('.', 1)[0] ?? ''))
        await rm(join(folder, name), { force: true });
  }

  async function load(): Promise<readonly IndexedRun[]> {
    const text = await readFile(indexFile, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return [];
    const listed = Index.safeParse(jsonOf(text)).data?.runs;
    const read = (listed ?? []).map((run) => IndexedRun.safeParse(run));
    const runs = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
    // Damaged, or of another build: the runs that it does not name any more are kept.
    if (runs.length !== listed?.length)
      await copyFile(indexFile, damagedFile, constants.COPYFILE_EXCL).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
    else if (!existsSync(damagedFile)) await removeUnlisted(runs);
    return runs;
  }

  const all = (): Promise<readonly IndexedRun[]> => {
    known ??= load().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };

  async function keep(runs: readonly IndexedRun[], removed: readonly IndexedRun[]): Promise<void> {
    const text = JSON.stringify({ format: 1, runs });
    await writeFile(`${indexFile}.tmp`, text, { mode: 0o600 });
    publishFile(`${indexFile}.tmp`, indexFile);
    known = Promise.resolve(runs);
    for (const { id } of removed)
      for (const file of [reportFile(id), runArchiveFile(id)]) await rm(file, { force: true });
  }

  function change(
    added: readonly IndexedRun[],
    removedOf: (runs: readonly IndexedRun[]) => readonly IndexedRun[],
  ): Promise<void> {
    return inOrder(async () => {
      const runs = [...added, ...(await all())];
      const removed = removedOf(runs);
      await keep(
        runs.filter((run) => !removed.includes(run)),
        removed,
      );
    });
  }

  async function find(id: string): Promise<IndexedRun> {
    const run = (await all()).find((indexedRun) => indexedRun.id === id);
    if (run === undefined) throw notFound('run');
    return run;
  }

  /** Opens the run archive of a run during the call. */
  async function withRunArchive<Result>(
    id: string,
    use: (archive: OpenedRunArchive) => Promise<Result>,
  ): Promise<Result> {
    await find(id);
    const archive = await openRunArchive(runArchiveFile(id)).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? notFound('run archive') : runArchiveProblem(error);
    });
    try {
      return await use(archive);
    } catch (error) {
      throw runArchiveProblem(error);
    } finally {
      await archive.close();
    }
  }

  /** Checked when the run was added. */
  async function* lines(id: string): AsyncGenerator<readonly string[]> {
    await find(id);
    try {
      const archive = await openRunArchive(runArchiveFile(id));
      try {
        yield* archive.lines();
      } finally {
        await archive.close();
      }
    } catch (error) {
      throw runArchiveProblem(error);
    }
  }

  async function add(summary: RunSummary, report: RunReport): Promise<void> {
    const text = JSON.stringify(report);
    await writeFile(reportFile(summary.id), text, { mode: 0o600 });
    const { size } = await stat(runArchiveFile(summary.id));
    // An entry that can't be read would make the whole list unreadable.
    const added = IndexedRun.parse({ ...summary, bytes: size + text.length });
    await change([added], (runs) => expired(runs, limits));
    unfinished.delete(summary.id);
  }

  /** Where the run archive of a run is written before it is added. */
  async function newRunArchiveFile(id: string): Promise<string> {
    unfinished.add(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return runArchiveFile(id);
  }

  async function get(id: string): Promise<StoredRun> {
    const summary = withoutBytes(await find(id));
    const text = await readFile(reportFile(id), 'utf8').catch(() => null);
    if (text === null) throw notFound('run');
    return { ...summary, report: RunReport.parse(JSON.parse(text)) };
  }

  return {
    add,
    get,
    newRunArchiveFile,
    /** As a run of another file. */
    async copy(id: string, of: Pick<RunSummary, 'id' | 'file'>): Promise<void> {
      const { report, ...summary } = await get(id);
      await copyFile(runArchiveFile(id), await newRunArchiveFile(of.id));
      const { scenario, command } = report;
      await add(
        { ...summary, ...of },
        {
          ...{ ...report, scenario: { ...scenario, file: of.file } },
          command: command.replace(shellWord(scenario.file), () => shellWord(of.file)),
        },
      );
    },
    async remove(id: string): Promise<void> {
      await find(id);
      await change([], (runs) => runs.filter((run) => run.id === id));
    },
    async list(file: string, limit = Number.POSITIVE_INFINITY): Promise<readonly RunSummary[]> {
      const ofFile = (await all()).filter((run) => run.openedFrom === null && run.file === file);
      return ofFile.slice(0, limit).map(withoutBytes);
    },
    /** Opened from run archives. */
    async listOpened(): Promise<readonly RunSummary[]> {
      return (await all()).filter((run) => run.openedFrom !== null).map(withoutBytes);
    },
    async archive(id: string): Promise<Buffer> {
      await find(id);
      const bytes = await readFile(runArchiveFile(id)).catch(() => null);
      if (bytes === null) throw notFound('run archive');
      return bytes;
    },
    lines,
    withRunArchive,
    async events(id: string, messageIds: readonly string[]): Promise<RunEvents> {
      const events: HistoryEvent[] = [];
      for await (const line of eachLine(lines(id))) {
        const event = JSON.parse(line) as HistoryEvent;
        if (!('messageId' in event) || event.messageId === null) continue;
        if (!messageIds.includes(event.messageId)) continue;
        if (events.length === maxEventsRead) return { events, isCut: true };
        events.push(event);
      }
      return { events, isCut: false };
    },
    async attempts(id: string): Promise<RunAttempts> {
      const attempts: RunAttempt[] = [];
      for await (const line of eachLine(lines(id))) {
        // Parsing the others would take most of the time.
        if (!line.includes('"kind":"attempt"')) continue;
        const event = JSON.parse(line) as HistoryEvent;
        if (event.kind !== 'attempt') continue;
        if (attempts.length === maxAttemptsRead) return { attempts, isCut: true };
        const { startedAt: at, messageId, destination, webhook, attempt } = event;
        const { outcome, code, status } = event;
        attempts.push({ at, messageId, destination, webhook, attempt, outcome, code, status });
      }
      return { attempts: attempts.sort((a, b) => a.at - b.at), isCut: false };
    },
  };
}
export type RunHistory = ReturnType<typeof createRunHistory>;
