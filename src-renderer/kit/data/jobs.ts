/** The latest jobs, newest first. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/jobs/job.ts';
import { api, patch, queryClient } from './query-client.ts';

/** Enough for the list; older jobs have ended or are paused. */
const maxJobs = 50;

const query = api.jobs.list.queryOptions({ input: { limit: maxJobs } });
const noJobs: readonly Job[] = [];

/** Empty until loaded. */
export const useJobs = (): readonly Job[] => useQuery(query).data?.items ?? noJobs;
/** Waits until they are loaded. */
export const loadJobs = async (): Promise<readonly Job[]> =>
  (await queryClient.ensureQueryData(query)).items;
export const jobsNow = (): readonly Job[] =>
  queryClient.getQueryData(query.queryKey)?.items ?? noJobs;

export const isActive = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'planned' || state === 'running';

/** One job, however old; undefined until loaded. */
export function useJob(id: number | null): Job | undefined {
  const listed = useJobs().find((job) => job.id === id);
  const isMissing = id !== null && listed === undefined;
  const { data } = useQuery(api.jobs.get.queryOptions({ input: isMissing ? { id } : skipToken }));
  return listed ?? (isMissing ? data : undefined);
}

export function putJob(job: Job): void {
  patch(query.queryKey, (page) => ({
    ...page,
    items: [job, ...page.items.filter(({ id }) => id !== job.id)]
      .sort((a, b) => b.id - a.id)
      .slice(0, maxJobs),
  }));
}

/** Stores the response of a request, unless the change feed reported the job in the meantime: a short one has ended. */
export async function putResponse(request: () => Promise<Job>): Promise<Job> {
  const before = jobsNow();
  const job = await request();
  const isOfJob = ({ id }: Job): boolean => id === job.id;
  if (jobsNow().find(isOfJob) === before.find(isOfJob)) putJob(job);
  return job;
}

/** Calls the listener on changes, with the current and the previous jobs. */
export function onJobs(listener: (jobs: readonly Job[], before: readonly Job[]) => void) {
  const { queryHash } = queryClient.getQueryCache().build(queryClient, query);
  let jobs = jobsNow();
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== queryHash) return;
    const before = jobs;
    jobs = jobsNow();
    if (jobs !== before) listener(jobs, before);
  });
}
