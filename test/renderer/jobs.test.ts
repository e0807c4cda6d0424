import { beforeEach, expect, it } from 'vitest';
import { jobsNow, loadJobs, putJob, putResponse } from '#renderer/kit/data/jobs.ts';
import { api, queryClient } from '#renderer/kit/data/query-client.ts';
import type { Job } from '#shared/jobs/job.ts';

const job = (id: number, state: Job['state']): Job => ({
  ...{ id, state, kind: 'cancel', filter: '', commands: [] },
  ...{ totalCount: 3, doneCount: 0, skippedCount: 0, skipped: [], counts: {} },
  ...{ perSecond: null, remainingMs: null, error: null },
  ...{ createdAt: 1, startedAt: null, endedAt: null },
});
const states = () => jobsNow().map(({ id, state }) => [id, state]);

beforeEach(() => {
  const { queryKey } = api.jobs.list.queryOptions({ input: { limit: 50 } });
  queryClient.setQueryData(queryKey, { items: [job(1, 'running')], nextCursor: null } as never);
});

it('a response is stored', async () => {
  await putResponse(async () => job(2, 'running'));
  await putResponse(async () => job(1, 'paused'));
  expect(states()).toEqual([
    [2, 'running'],
    [1, 'paused'],
  ]);
  expect(await loadJobs()).toHaveLength(2);
});

it('a response does not replace a change that arrived before it', async () => {
  await putResponse(async () => {
    putJob(job(2, 'completed'));
    return job(2, 'running');
  });
  await putResponse(async () => {
    putJob(job(1, 'completed'));
    return job(1, 'running');
  });
  expect(states()).toEqual([
    [2, 'completed'],
    [1, 'completed'],
  ]);
});
