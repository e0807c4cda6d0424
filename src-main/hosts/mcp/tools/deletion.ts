/** Actions that delete. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { BulkPlan, type Job } from '#shared/jobs/job.ts';
import { AgentFilter } from '../agent-filter.ts';
import { type Api, action, direct, pick } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const pollMs = 200;
const maxWaitMs = 30_000;

async function finished(api: Api<'jobs.get'>, started: Job, signal: AbortSignal): Promise<Job> {
  const endsAt = performance.now() + maxWaitMs;
  let job = started;
  while ((job.state === 'planned' || job.state === 'running') && performance.now() < endsAt) {
    await setTimeout(pollMs, undefined, { signal });
    job = await api.jobs.get({ id: job.id });
  }
  return job;
}

export const deleteDeliveries = action({
  description:
    'Deletes finished deliveries that match a filter; this cannot be undone. Without confirmCount it deletes nothing and returns the plan. Then call it again with confirmCount: the applyCount of the plan.',
  operations: ['jobs.plan', 'jobs.start', 'jobs.get'],
  input: z.object({
    filter: AgentFilter,
    confirmCount: z.number().int().min(0).optional(),
  }),
  output: z.object({
    plan: pick(BulkPlan, 'matchCount applyCount skipped'),
    job: z.object({ id: z.number(), state: z.string(), doneCount: z.number() }).nullable(),
  }),
  async run({ filter, confirmCount }, { api, signal }) {
    if (filter.trim() === '')
      throw new ToolError(
        'bad_request',
        'filter is empty, which would also delete rejected requests and mock endpoint logs.',
        'Pass a filter such as age>7d.',
      );
    const plan = BulkPlan.parse(await api.jobs.plan({ kind: 'delete', filter }));
    if (confirmCount === undefined || plan.applyCount === 0) return { plan, job: null };
    if (confirmCount !== plan.applyCount)
      throw new ToolError(
        'conflict',
        `confirmCount is ${confirmCount}, but ${plan.applyCount} deliveries would be deleted now.`,
        `Check the plan, and pass confirmCount: ${plan.applyCount}.`,
      );
    const job = await api.jobs.start({ kind: 'delete', filter, bounds: plan.bounds });
    return { plan, job: await finished(api, job, signal) };
  },
});

const Deleted = z.object({ deleted: z.boolean().default(true) });

export const removals = {
  delete_source: direct('sources.remove', 'Deletes a source.', Deleted),
  delete_destination: direct(
    'destinations.remove',
    'Deletes a destination. Its unfinished deliveries are cancelled.',
    Deleted,
  ),
  delete_mock: direct('mocks.remove', 'Deletes a mock endpoint and its log.', Deleted),
  delete_scenario: direct('scenarios.remove', 'Deletes a scenario file.', Deleted),
  delete_run: direct('scenarios.removeRun', 'Deletes a scenario run.', Deleted),
} as const;
