/** Runs jobs in tests. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Core } from '#main/app.ts';
import {
  type BulkAction,
  BulkPlan,
  BulkPlanRequest,
  BulkRequest,
  type Job,
} from '#shared/jobs/job.ts';
import type { Followed } from '#test/support/followed.ts';
import { post, track } from '#test/support/ingest-client.ts';

interface Asked {
  readonly filter?: string;
  readonly state?: string;
  readonly destinationId?: string;
  readonly perSecond?: number;
  readonly bounds?: BulkPlan['bounds'];
  readonly urls?: BulkRequest['urls'];
}

export const plan = async (core: Core, kind: BulkAction, asked: Asked = {}): Promise<BulkPlan> =>
  BulkPlan.parse(await core.jobs.plan(BulkPlanRequest.parse({ kind, ...asked })));

export const start = (core: Core, kind: BulkAction, asked: Asked = {}): Promise<Job> =>
  core.jobs.start(BulkRequest.parse({ kind, ...asked }));

/** The job, once it is no longer planned or running. */
export const ended = (core: Core, followed: Followed, id: number): Promise<Job> =>
  followed.until(() => {
    const job = core.jobs.get({ id });
    return job.state !== 'running' && job.state !== 'planned' && job;
  });

/** Starts a job and waits for its end. */
export async function run(
  core: Core,
  followed: Followed,
  kind: BulkAction,
  asked: Asked = {},
): Promise<Job> {
  const { id } = await start(core, kind, asked);
  return ended(core, followed, id);
}

/** Sends this many messages in batches, each with a delivery for every destination. */
export async function sendMany(core: Core, count: number, more: object = {}): Promise<void> {
  for (let left = count; left > 0; left -= 500) {
    const batch = Array.from({ length: Math.min(500, left) }, () => track(more));
    const response = await post(core, '/v1/batch', { batch });
    if (response.status !== 200) throw new Error(`Not accepted: ${response.text}`);
  }
}

/**
 * Makes the change of this delivery fail until the returned function is called, so that a job of the
 * process on this folder can't end before it is killed.
 */
export function refuseChangeOf(
  dataFolder: string,
  change: 'UPDATE OF state' | 'DELETE',
  deliveryId: number,
): () => void {
  const run = (sql: string): void => {
    const db = new Database(join(dataFolder, 'hookwright.sqlite'));
    db.exec(sql);
    db.close();
  };
  run(`CREATE TRIGGER refuse BEFORE ${change} ON deliveries WHEN OLD.id = ${deliveryId} BEGIN
    SELECT RAISE(ABORT, 'refused'); END`);
  return () => run('DROP TRIGGER refuse');
}
