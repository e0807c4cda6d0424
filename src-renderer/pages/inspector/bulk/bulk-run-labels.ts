/** A run in words: how far it is, and what it did. Pure. */
import { actionWords, deliveriesText, skippedCount } from '#shared/lib/bulk-words.ts';
import type { BulkRun } from '#shared/schemas/bulk.ts';

const number = (count: number): string => count.toLocaleString('en');

export function runTitle(run: BulkRun): string {
  const { action, state, applyCount, doneCount, restoredCount } = run;
  const { doing, done } = actionWords[action];
  switch (state) {
    case 'running':
      return `${doing} ${deliveriesText(applyCount)}`;
    case 'undoing':
      return `Putting back ${deliveriesText(doneCount)}`;
    case 'undone':
      return `${deliveriesText(restoredCount)} put back`;
    case 'completed':
      return `${deliveriesText(doneCount)} ${done}`;
    case 'cancelled':
      return `Stopped after ${number(doneCount)} of ${deliveriesText(applyCount)}`;
    case 'interrupted':
      return `Interrupted after ${number(doneCount)} of ${deliveriesText(applyCount)}`;
  }
}

function answersText({ answers, doneCount, state }: BulkRun): string {
  const { delivered, failed, blocked } = answers;
  const open = doneCount - delivered - failed - blocked;
  return [
    `${number(delivered)} delivered`,
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(blocked > 0 ? [`${number(blocked)} blocked`] : []),
    ...(open > 0
      ? [`${number(open)} ${state === 'running' ? 'on their way' : 'without an answer'}`]
      : []),
  ].join(', ');
}

/** One line under the title; empty where there is nothing to add. */
export function runSentence(run: BulkRun): string {
  const { action, state, doneCount, matchCount, skipped, restoredCount, notRestored } = run;
  if (state === 'undoing')
    return `${number(restoredCount + skippedCount(notRestored))} of ${number(doneCount)}.`;
  if (state === 'undone') return '';
  const left = skippedCount(skipped);
  const rest = matchCount - doneCount - left;
  const sentences = [
    ...(state === 'running' ? [`${number(doneCount)} of ${number(run.applyCount)}.`] : []),
    ...(action === 'resend' && doneCount > 0 ? [`${answersText(run)}.`] : []),
    ...(state === 'completed' && rest > 0 ? [`${number(rest)} did not match any more.`] : []),
    ...(state === 'completed' && run.sendingCount > 0
      ? [`${number(run.sendingCount)} were being sent: that attempt is their last.`]
      : []),
  ];
  return sentences.join(' ');
}
