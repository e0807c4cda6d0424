/** What is said of a bulk action, in every state of it. */
import { expect, it } from 'vitest';
import { runSentence, runTitle } from '#renderer/pages/inspector/bulk/bulk-run-labels.ts';
import { bulkShare } from '#shared/lib/bulk-words.ts';
import type { BulkRun } from '#shared/schemas/bulk.ts';

const run = (more: Partial<BulkRun>): BulkRun => ({
  id: 1,
  action: 'cancel',
  filter: '',
  state: 'running',
  perSecond: null,
  matchCount: 3_000,
  applyCount: 2_000,
  doneCount: 500,
  sendingCount: 0,
  skipped: [{ reason: 'ended', count: 250 }],
  answers: { delivered: 0, failed: 0, blocked: 0 },
  restoredCount: 0,
  notRestored: [],
  problem: null,
  resumable: false,
  undoable: false,
  startedAt: 0,
  endedAt: null,
  ...more,
});

const said = (more: Partial<BulkRun>) => [runTitle(run(more)), runSentence(run(more))];

it('says how far it is', () => {
  expect(said({})).toEqual(['Cancelling 2,000 deliveries', '500 of 2,000.']);
  expect(bulkShare(run({}))).toBe(0.25);
  const answers = { delivered: 300, failed: 190, blocked: 7 };
  expect(said({ action: 'resend', answers })).toEqual([
    'Resending 2,000 deliveries',
    '500 of 2,000. 300 delivered, 190 failed, 7 blocked, 3 on their way.',
  ]);
  const undoing = { state: 'undoing', restoredCount: 300 } as const;
  expect(said(undoing)).toEqual(['Putting back 500 deliveries', '300 of 500.']);
  expect(bulkShare(run(undoing))).toBe(0.6);
});

it('says what it did, and what it did not', () => {
  const completed = { state: 'completed', doneCount: 2_000, sendingCount: 2 } as const;
  expect(said(completed)).toEqual([
    '2,000 deliveries cancelled',
    '750 did not match any more. 2 were being sent: that attempt is their last.',
  ]);
  expect(bulkShare(run(completed))).toBe(1);
  expect(said({ state: 'cancelled' })).toEqual(['Stopped after 500 of 2,000 deliveries', '']);
  expect(said({ state: 'interrupted', action: 'resend', doneCount: 1 })).toEqual([
    'Interrupted after 1 of 2,000 deliveries',
    '0 delivered, 1 without an answer.',
  ]);
  expect(said({ state: 'undone', restoredCount: 1 })).toEqual(['1 delivery put back', '']);
});

it('is whole where nothing matched', () => {
  expect(bulkShare(run({ matchCount: 0, doneCount: 0 }))).toBe(1);
  expect(bulkShare(run({ state: 'undoing', doneCount: 0 }))).toBe(1);
});
