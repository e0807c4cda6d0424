/** The text for a job in each of its states. */
import { expect, it } from 'vitest';
import type { Job } from '#shared/jobs/job.ts';
import { jobShare, jobSummary, jobTitle } from '#shared/jobs/text.ts';

type BulkJob = Extract<Job, { filter: string }>;

const job = (more: Partial<BulkJob>): Job => ({
  id: 1,
  kind: 'cancel',
  filter: '',
  state: 'running',
  commands: [],
  totalCount: 2_000,
  doneCount: 500,
  skippedCount: 250,
  skipped: [{ reason: 'ended', count: 250 }],
  counts: {},
  perSecond: null,
  remainingMs: null,
  error: null,
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
  ...more,
});

const said = (more: Partial<BulkJob>) => [jobTitle(job(more)), jobSummary(job(more))];

it('describes the progress and the result of a job', () => {
  expect(said({ state: 'planned' })).toEqual(['Cancel 2,000 deliveries', '']);
  expect(said({})).toEqual(['Cancelling 2,000 deliveries', '']);
  expect(said({ state: 'paused' })).toEqual(['500 of 2,000 deliveries cancelled', '']);
  expect(said({ state: 'completed', counts: { sending: 2 } })).toEqual([
    '500 deliveries cancelled',
    '1,250 no longer matched. 2 in flight: the current attempt is the last',
  ]);
  expect(
    said({ kind: 'copy', counts: { copies: 10, accepted: 3, refused: 1, failed: 1, blocked: 1 } }),
  ).toEqual([
    'Sending copies of 2,000 deliveries',
    '3 accepted, 1 refused, 1 failed, 1 blocked, 4 in flight',
  ]);
});

it('returns the completed share of a job', () => {
  expect(jobShare(job({}))).toBe(0.375);
  expect(jobShare(job({ totalCount: null }))).toBeNull();
  expect(jobShare(job({ totalCount: 0 }))).toBe(1);
  expect(jobShare(job({ state: 'completed' }))).toBe(1);
});
