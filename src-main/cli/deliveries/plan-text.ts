/** The plan and the result of a job, as text for the terminal. */

import {
  deliveriesText,
  jobErrorText,
  jobMeaning,
  jobSummary,
  jobTitle,
  skipReasonLabels,
} from '#shared/labels/jobs.ts';
import { formatCount } from '#shared/lib/format.ts';
import type { BulkPlan, Job, SkippedGroup } from '#shared/schemas/job.ts';

const groupLines = (groups: readonly SkippedGroup[]): readonly string[] =>
  groups.map(({ reason, count }) => `    ${formatCount(count)} ${skipReasonLabels[reason]}`);

export function planLines(plan: BulkPlan): readonly string[] {
  const { kind, filter, matchCount, applyCount, sendingCount, skipped, destinations } = plan;
  return [
    ...(filter === '' ? ['All deliveries, without a filter.'] : []),
    `${deliveriesText(matchCount)} ${matchCount === 1 ? 'matches' : 'match'}; ${kind} applies to ${formatCount(applyCount)}.`,
    ...(skipped.length === 0 ? [] : ['  Skipped:', ...groupLines(skipped)]),
    ...(destinations.length === 0
      ? []
      : [
          '  Webhooks:',
          ...destinations.map(
            ({ destinationName, webhookUrls, count }) =>
              `    ${formatCount(count)} of ${destinationName}: ${webhookUrls.join(', ') || 'no URL'}`,
          ),
        ]),
    ...(sendingCount === 0
      ? []
      : [`  ${formatCount(sendingCount)} in flight: the current attempt is their last.`]),
    ...(applyCount === 0 ? [] : [`  ${jobMeaning(kind, filter)}`]),
  ];
}

export function jobLines(job: Job): readonly string[] {
  const { state, skipped } = job;
  const summary = jobSummary(job);
  return [
    `${jobTitle(job)}${state === 'completed' ? '' : ` (${state})`}.`,
    ...(summary === '' ? [] : [`  ${summary}.`]),
    ...(skipped.length === 0 ? [] : ['  Skipped:', ...groupLines(skipped)]),
    ...(job.error === null ? [] : [`  ${jobErrorText(job.error)}`]),
  ];
}
