/** A plan and what a run did, as a person reads them on the terminal. */
import {
  actionMeanings,
  actionWords,
  deliveriesText,
  reasonWords,
  skippedCount,
} from '#shared/lib/bulk-words.ts';
import type { BulkPlan, BulkRun, SkippedGroup } from '#shared/schemas/bulk.ts';

const number = (count: number): string => count.toLocaleString('en');

const groupLines = (groups: readonly SkippedGroup[]): readonly string[] =>
  groups.map(({ reason, count }) => `    ${number(count)} ${reasonWords[reason]}`);

/** What would be done, to be read before it is. */
export function planText(plan: BulkPlan): string {
  const { action, filter, matchCount, applyCount, sendingCount, skipped, destinations } = plan;
  const verb = actionWords[action].verb;
  return [
    ...(filter === '' ? ['All deliveries, without a filter.'] : []),
    `${deliveriesText(matchCount)} ${matchCount === 1 ? 'matches' : 'match'}; ${verb.toLowerCase()} applies to ${number(applyCount)}.`,
    ...(skipped.length === 0 ? [] : ['  Left out:', ...groupLines(skipped)]),
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
      : [
          `  ${number(sendingCount)} being sent just now: that attempt is finished, and is the last.`,
        ]),
    ...(applyCount === 0 ? [] : [`  ${actionMeanings[action]}`]),
  ].join('\n');
}

/** What was done; `where` are the options that lead `undo` to the same host. */
export function runText(run: BulkRun, where: readonly string[]): string {
  const { action, state, doneCount, matchCount, skipped, answers, restoredCount } = run;
  if (state === 'undone')
    return [
      `${number(restoredCount)} put back.`,
      ...(run.notRestored.length === 0 ? [] : ['  Not put back:', ...groupLines(run.notRestored)]),
    ].join('\n');
  const rest = matchCount - doneCount - skippedCount(skipped);
  const answered = answers.delivered + answers.failed + answers.blocked;
  return [
    `${number(doneCount)} ${actionWords[action].done}${state === 'completed' ? '' : ` (${state})`}.`,
    ...(action === 'resend'
      ? [
          `  ${number(answers.delivered)} delivered, ${number(answers.failed)} failed, ${number(answers.blocked)} blocked${doneCount > answered ? `, ${number(doneCount - answered)} without an answer` : ''}.`,
        ]
      : []),
    ...(skipped.length === 0 ? [] : ['  Left out:', ...groupLines(skipped)]),
    ...(rest > 0
      ? [`  ${number(rest)} ${state === 'completed' ? 'did not match any more' : 'not looked at'}.`]
      : []),
    ...(run.undoable
      ? [`  Undo it with: ${['hookwright deliveries undo', ...where].join(' ')}`]
      : []),
  ].join('\n');
}
