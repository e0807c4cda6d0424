/** A plan and what a job did, as a person reads them on the terminal. */
import {
  deliveriesText,
  jobErrorText,
  jobLabels,
  jobMeaning,
  jobSummary,
  jobTitle,
  skipReasonLabels,
} from '#shared/lib/job-labels.ts';
import type { Job, JobPlan, SkippedGroup } from '#shared/schemas/job.ts';

const number = (count: number): string => count.toLocaleString('en');

const groupLines = (groups: readonly SkippedGroup[]): readonly string[] =>
  groups.map(({ reason, count }) => `    ${number(count)} ${skipReasonLabels[reason]}`);

/** What would be done, to be read before it is. */
export function planText(plan: JobPlan): string {
  const { kind, filter, matchCount, applyCount, sendingCount, skipped, destinations } = plan;
  const verb = jobLabels[kind].verb;
  return [
    ...(filter === '' ? ['All deliveries, without a filter.'] : []),
    `${deliveriesText(matchCount)} ${matchCount === 1 ? 'matches' : 'match'}; ${verb.toLowerCase()} applies to ${number(applyCount)}.`,
    ...(skipped.length === 0 ? [] : ['  Skipped:', ...groupLines(skipped)]),
    ...(destinations.length === 0
      ? []
      : [
          '  Webhooks:',
          ...destinations.map(
            ({ destinationName, webhookUrls, count }) =>
              `    ${number(count)} of ${destinationName}: ${webhookUrls.join(', ') || 'no URL'}`,
          ),
        ]),
    ...(sendingCount === 0
      ? []
      : [`  ${number(sendingCount)} being sent now: that attempt is their last.`]),
    ...(applyCount === 0 ? [] : [`  ${jobMeaning(kind, filter)}`]),
  ].join('\n');
}

/** What was done; `where` are the options that lead `undo` to the same host. */
export function jobText(job: Job, where: readonly string[]): string {
  const { state, skipped, notUndone } = job;
  if (state === 'undone')
    return [
      `${jobTitle(job)}.`,
      ...(notUndone.length === 0 ? [] : ['  Not restored:', ...groupLines(notUndone)]),
    ].join('\n');
  const summary = jobSummary(job);
  return [
    `${jobTitle(job)}${state === 'completed' ? '' : ` (${state})`}.`,
    ...(summary === '' ? [] : [`  ${summary}.`]),
    ...(skipped.length === 0 ? [] : ['  Skipped:', ...groupLines(skipped)]),
    ...(job.error === null ? [] : [`  ${jobErrorText(job.error)}`]),
    ...(job.commands.includes('undo')
      ? [`  Undo: ${['hookwright deliveries undo', ...where].join(' ')}`]
      : []),
  ].join('\n');
}
