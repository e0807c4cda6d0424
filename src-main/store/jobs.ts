import type { Database } from 'better-sqlite3';
import type { ChosenUrls, JobError, JobKindName, JobState } from '#shared/jobs/job.ts';
import { readCursor, toPage } from './cursor.ts';
import type { Tx } from './write-queue.ts';

type Counts = Readonly<Record<string, number>>;

/** The types of params and cursor depend on the kind of job. */
export interface StoredJob<Params = unknown, Cursor = unknown> {
  readonly id: number;
  readonly kind: JobKindName;
  readonly state: JobState;
  readonly params: Params;
  readonly cursor: Cursor;
  readonly totalCount: number | null;
  readonly doneCount: number;
  /** Counts by reason. */
  readonly skipped: Counts;
  readonly counts: Counts;
  readonly perSecond: number | null;
  readonly error: JobError | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export type NewJob<Params = unknown, Cursor = unknown> = Pick<
  StoredJob<Params, Cursor>,
  'kind' | 'params' | 'cursor' | 'totalCount' | 'perSecond'
> & { readonly urls?: ChosenUrls | undefined };

/** Result of a chunk. */
export interface Progress<Cursor = unknown> {
  readonly cursor?: Cursor;
  readonly done?: number;
  /** One reason per skipped item. */
  readonly skipped?: readonly string[];
  readonly counts?: Counts;
}

interface Row {
  id: number;
  kind: JobKindName;
  state: JobState;
  params: string;
  cursor: string;
  total_count: number | null;
  done_count: number;
  skipped: string;
  counts: string;
  per_second: number | null;
  error: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
}

const toJob = (row: Row): StoredJob => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  params: JSON.parse(row.params),
  cursor: JSON.parse(row.cursor),
  totalCount: row.total_count,
  doneCount: row.done_count,
  skipped: JSON.parse(row.skipped),
  counts: JSON.parse(row.counts),
  perSecond: row.per_second,
  error: row.error === null ? null : JSON.parse(row.error),
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
});

function sumCounts(counts: Counts, additions: Counts): Counts {
  const sums = new Map(Object.entries(counts));
  for (const [key, by] of Object.entries(additions)) sums.set(key, (sums.get(key) ?? 0) + by);
  return Object.fromEntries(sums);
}

const countsOf = (keys: readonly string[]): Counts => {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

export function createJobStore(db: Database) {
  const byId = db.prepare<[number], Row>('SELECT * FROM jobs WHERE id = ?');
  const page = db.prepare<[number, number], Row>(
    'SELECT * FROM jobs WHERE id < ? ORDER BY id DESC LIMIT ?',
  );
  const open = db.prepare<[], Row>(
    `SELECT * FROM jobs INDEXED BY jobs_open WHERE state IN ('planned', 'running') ORDER BY id`,
  );
  const newestOf = db
    .prepare<[string], number | null>(
      'SELECT MAX(id) FROM jobs WHERE kind IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const insert = db.prepare(`
    INSERT INTO jobs (kind, state, params, cursor, total_count, done_count, skipped, counts,
      per_second, created_at)
    VALUES (@kind, 'planned', @params, @cursor, @totalCount, 0, '{}', '{}', @perSecond, @now)`);
  const insertUrls = db.prepare('INSERT INTO job_urls (job_id, urls) VALUES (?, ?)');
  const urlsOf = db.prepare<[number], string>('SELECT urls FROM job_urls WHERE job_id = ?').pluck();
  const advance = db.prepare(
    'UPDATE jobs SET cursor = ?, done_count = done_count + ?, skipped = ?, counts = ? WHERE id = ?',
  );
  const setCounts = db.prepare('UPDATE jobs SET counts = ? WHERE id = ?');
  const setState = db.prepare(`
    UPDATE jobs SET state = @state, error = @error,
      started_at = COALESCE(started_at, @startedAt), ended_at = @endedAt WHERE id = @id`);

  const get = (id: number): StoredJob | undefined => {
    const row = byId.get(id);
    return row && toJob(row);
  };
  const changed = (tx: Tx, id: number) => tx.changed({ kind: 'job', id });

  return {
    get,
    page: (limit: number, cursor: string | undefined) =>
      toPage(page.all(readCursor(cursor), limit + 1).map(toJob), limit),
    /** Planned and running jobs, oldest first. */
    open: (): readonly StoredJob[] => open.all().map(toJob),
    /** ID of the newest job of the given kinds; 0 if there is none. */
    newestOf: (kinds: readonly JobKindName[]): number => newestOf.get(JSON.stringify(kinds)) ?? 0,
    /** Inserts a planned job and returns its ID. */
    insert(tx: Tx, { urls, ...job }: NewJob, now: number): number {
      const { lastInsertRowid } = insert.run({
        ...job,
        params: JSON.stringify(job.params),
        cursor: JSON.stringify(job.cursor),
        now,
      });
      const id = Number(lastInsertRowid);
      if (urls !== undefined) insertUrls.run(id, JSON.stringify(urls));
      changed(tx, id);
      return id;
    },
    /** The chosen URLs; undefined if none were chosen. */
    urlsOf(id: number): ChosenUrls | undefined {
      const urls = urlsOf.get(id);
      return urls === undefined ? undefined : JSON.parse(urls);
    },
    advance(tx: Tx, job: StoredJob, { cursor, done, skipped, counts }: Progress): void {
      advance.run(
        JSON.stringify(cursor === undefined ? job.cursor : cursor),
        done ?? 0,
        JSON.stringify(sumCounts(job.skipped, countsOf(skipped ?? []))),
        JSON.stringify(sumCounts(job.counts, counts ?? {})),
        job.id,
      );
      changed(tx, job.id);
    },
    /** Adds counts that arrive after the chunk, such as the response to a request. */
    addCounts(tx: Tx, id: number, counts: Counts): void {
      const job = get(id);
      if (job === undefined) return;
      setCounts.run(JSON.stringify(sumCounts(job.counts, counts)), id);
      changed(tx, id);
    },
    setState(
      tx: Tx,
      id: number,
      to: Pick<StoredJob, 'state' | 'error' | 'startedAt' | 'endedAt'>,
    ): void {
      const error = to.error === null ? null : JSON.stringify(to.error);
      setState.run({ ...to, error, id });
      changed(tx, id);
    },
  };
}
