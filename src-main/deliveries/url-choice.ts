/** The URLs that a job sends to (D72). */
import type { Store } from '#main/store/store.ts';
import { urlOutcome } from '#shared/deliveries/retry-urls.ts';
import type { ChosenUrls } from '#shared/jobs/job.ts';
import { type IsUrlChosen, isPreselectedUrl } from './commands.ts';

const keyOf = (destinationId: string, url: string, outcome: string | null): string =>
  JSON.stringify([destinationId, url, outcome]);

/** Decides for each delivery when it is processed, so one accepted since the plan gets no duplicate. */
function urlChoice(urls: ChosenUrls | undefined): IsUrlChosen {
  if (urls === undefined) return isPreselectedUrl;
  if (urls === 'all') return () => true;
  const chosen = new Set(
    urls.map(({ destinationId, url, outcome }) => keyOf(destinationId, url, outcome)),
  );
  return (webhook, destinationId) =>
    chosen.has(keyOf(destinationId, webhook.url, urlOutcome(webhook)));
}

/** The choice of a job. Only the last job's is kept: jobs on deliveries run one after the other. */
export function createUrlChoices({ jobs }: Pick<Store, 'jobs'>): (jobId: number) => IsUrlChosen {
  let last: { readonly jobId: number; readonly isChosen: IsUrlChosen } | null = null;
  return (jobId) => {
    if (last?.jobId !== jobId) last = { jobId, isChosen: urlChoice(jobs.urlsOf(jobId)) };
    return last.isChosen;
  };
}
