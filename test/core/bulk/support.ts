/** Bulk actions as tests ask for them. */
import type { Core } from '#core/create-core.ts';
import { type BulkAction, type BulkPlan, BulkRequest, type BulkRun } from '#shared/schemas/bulk.ts';
import type { Followed } from '#test/support/followed.ts';
import { post, track } from '#test/support/ingest-client.ts';

interface Asked {
  readonly filter?: string;
  readonly state?: string;
  readonly destinationId?: string;
  readonly perSecond?: number;
  readonly bounds?: BulkPlan['bounds'];
}

export const plan = (core: Core, action: BulkAction, asked: Asked = {}): Promise<BulkPlan> =>
  core.bulk.plan(BulkRequest.parse({ action, ...asked }));

export const start = (core: Core, action: BulkAction, asked: Asked = {}): Promise<BulkRun> =>
  core.bulk.start(BulkRequest.parse({ action, ...asked }));

/** The run when it is not under way any more. */
export const ended = (core: Core, followed: Followed, id: number): Promise<BulkRun> =>
  followed.until(() => {
    const run = core.bulk.get(id);
    return run.state !== 'running' && run.state !== 'undoing' && run;
  });

/** Begins one and waits for its end. */
export async function run(
  core: Core,
  followed: Followed,
  action: BulkAction,
  asked: Asked = {},
): Promise<BulkRun> {
  const { id } = await start(core, action, asked);
  return ended(core, followed, id);
}

export async function undo(core: Core, followed: Followed, id: number): Promise<BulkRun> {
  await core.bulk.undo(id);
  return ended(core, followed, id);
}

/** Sends so many messages in batches; the destinations there are get a delivery of each. */
export async function sendMany(core: Core, count: number, more: object = {}): Promise<void> {
  for (let left = count; left > 0; left -= 500) {
    const batch = Array.from({ length: Math.min(500, left) }, () => track(more));
    const answer = await post(core, '/v1/batch', { batch });
    if (answer.status !== 200) throw new Error(`Not accepted: ${answer.text}`);
  }
}
