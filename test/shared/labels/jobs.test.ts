/** The text for a job in each of its states. */
import { expect, it } from 'vitest';
import { jobErrorText, jobShare, jobSummary, jobTitle } from '#shared/labels/jobs.ts';
import type { Job } from '#shared/schemas/job.ts';

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
  expect(said({ kind: 'resend', counts: { delivered: 3, failed: 1, blocked: 1 } })).toEqual([
    'Resending 2,000 deliveries',
    '3 delivered, 1 failed, 1 blocked, 495 in flight',
  ]);
});

it('counts the responses of an import, and the requests without one', () => {
  const counts = { delivered: 497, failed: 1, interrupted: 2 };
  const imported: Job = {
    ...job({ state: 'paused', counts }),
    kind: 'resend_import',
    importId: 'rim_1',
    file: 'a.har',
  };
  expect([jobTitle(imported), jobSummary(imported)]).toEqual([
    '500 of 2,000 requests sent',
    '497 delivered, 1 failed, 2 interrupted, 2 in flight',
  ]);
  const error = (unsent: number): string =>
    jobErrorText({ code: 'requests_interrupted', params: { count: 2, unsent } });
  expect(error(1_500)).toContain('send the other 1,500');
  expect(error(0)).toContain('send again');
});

it('returns the completed share of a job', () => {
  expect(jobShare(job({}))).toBe(0.375);
  expect(jobShare(job({ totalCount: null }))).toBeNull();
  expect(jobShare(job({ totalCount: 0 }))).toBe(1);
  expect(jobShare(job({ state: 'completed' }))).toBe(1);
});
