/** Tools that delete. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { ContractClient } from '#shared/contract/index.ts';
import { BulkPlan, type Job } from '#shared/schemas/job.ts';
import { AgentFilter } from '../agent-filter.ts';
import { defineTool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

async function planOf(client: ContractClient, filter: string): Promise<BulkPlan> {
  const plan = await client.jobs.plan({ kind: 'delete', filter });
  return BulkPlan.parse(plan);
}

const pollMs = 200;
const maxWaitMs = 30_000;

async function finished(client: ContractClient, started: Job, signal: AbortSignal): Promise<Job> {
  const endsAt = performance.now() + maxWaitMs;
  let job = started;
  while ((job.state === 'planned' || job.state === 'running') && performance.now() < endsAt) {
    await setTimeout(pollMs, undefined, { signal });
    job = await client.jobs.get({ id: job.id });
  }
  return job;
}

export const deleteDeliveries = defineTool({
  name: 'delete_deliveries',
  title: 'Delete deliveries',
  description:
    'Deletes finished deliveries that match a filter; this cannot be undone. Without confirmCount it deletes nothing and returns the plan. Then call it again with confirmCount: the applyCount of the plan.',
  level: 'delete',
  isDestructive: true,
  input: z.object({
    filter: AgentFilter,
    confirmCount: z.number().int().min(0).optional(),
  }),
  output: z.object({
    plan: BulkPlan.pick({ matchCount: true, applyCount: true, skipped: true }),
    job: z.object({ id: z.number(), state: z.string(), doneCount: z.number() }).nullable(),
  }),
  async run({ input: { confirmCount }, given: { filter } }, { client, signal }) {
    if (filter.trim() === '')
      throw new ToolError(
        'bad_request',
        'filter is empty, which would also delete rejected requests and mock endpoint logs.',
        'Pass a filter such as age>7d.',
      );
    const plan = await planOf(client, filter);
    if (confirmCount === undefined || plan.applyCount === 0) return { plan, job: null };
    if (confirmCount !== plan.applyCount)
      throw new ToolError(
        'conflict',
        `confirmCount is ${confirmCount}, but ${plan.applyCount} deliveries would be deleted now.`,
        `Check the plan, and pass confirmCount: ${plan.applyCount}.`,
      );
    const job = await client.jobs.start({ kind: 'delete', filter, bounds: plan.bounds });
    return { plan, job: await finished(client, job, signal) };
  },
});

const removals = {
  source: (client, id) => client.sources.remove({ id }),
  destination: (client, id) => client.destinations.remove({ id }),
  mock: (client, id) => client.mocks.remove({ id }),
  scenario: (client, file) => client.scenarios.remove({ file }),
  run: (client, id) => client.scenarios.removeRun({ id }),
} as const satisfies Readonly<
  Record<string, (client: ContractClient, id: string) => Promise<unknown>>
>;

type Kind = keyof typeof removals;
const kinds = Object.keys(removals) as [Kind, ...Kind[]];

export const deleteItem = defineTool({
  name: 'delete_item',
  title: 'Delete an item',
  description:
    'Deletes a source, a destination (its unfinished deliveries are cancelled), a mock endpoint with its log, a scenario file, or a scenario run.',
  level: 'delete',
  isDestructive: true,
  input: z.object({
    kind: z.enum(kinds, { error: `kind must be one of ${kinds.join(', ')}.` }),
    id: z
      .string({ error: 'id is missing. Pass the ID from a list.' })
      .min(1, 'id is empty.')
      .max(200)
      .describe('ID; for scenario, the file name'),
  }),
  output: z.object({ deleted: z.string() }),
  async run({ input: { kind, id } }, { client }) {
    await removals[kind](client, id);
    return { deleted: id };
  },
});
