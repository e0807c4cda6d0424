/** Times of the contract as ISO 8601 text, and back. */
import { describe, expect, it } from 'vitest';
import { Deletion } from '#shared/audiences/deletion.ts';
import { ChangeBatch } from '#shared/changes.ts';
import { JobRequest } from '#shared/jobs/job.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { timestampsFromText, timestampsToText } from '#shared/kit/timestamps.ts';
import { Outage } from '#shared/mocks/step.ts';

const ms = Date.UTC(2026, 10, 20, 15, 4, 5);
const text = '2026-11-20T15:04:05.000Z';

describe('times', () => {
  it('are text wherever the schema has a moment; other values are unchanged', () => {
    const batch = {
      number: 1_700_000_000_000,
      changes: [
        { kind: 'savedFilter', savedFilter: { id: 'f', createdAt: ms } },
        { kind: 'removed', noun: 'source', id: 's' },
      ],
      clock: { now: ms, nextAttemptAt: null },
    };
    expect(timestampsToText(ChangeBatch, batch)).toEqual({
      ...batch,
      changes: [
        { kind: 'savedFilter', savedFilter: { id: 'f', createdAt: text } },
        batch.changes[1],
      ],
      clock: { now: text, nextAttemptAt: null },
    });
    expect(timestampsToText(Deletion, { startedAt: ms, createdAt: ms })).toEqual({
      startedAt: text,
      createdAt: text,
    });
  });

  it('are parsed with any offset', () => {
    const never = (): void => expect.unreachable();
    const outage = { durationMs: 1, startsAt: '2026-11-20T16:04:05+01:00' };
    expect(timestampsFromText(Outage, outage, never)).toEqual({ durationMs: 1, startsAt: ms });
    expect(timestampsFromText(Outage, { startsAt: null }, never)).toEqual({ startsAt: null });
  });

  it.each([ms, 'yesterday', '2026-11-20', true])('name the field when the value is %j', (now) => {
    const issues: FieldIssue[] = [];
    const request = { kind: 'retry', bounds: { newest: 1, now, matchCount: 1 } };
    timestampsFromText(JobRequest, request, (issue) => issues.push(issue));
    expect(issues).toMatchObject([{ path: ['bounds', 'now'] }]);
  });
});
