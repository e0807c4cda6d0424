/** The change feed: numbered changes in batches, so that a screen never polls. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Audience } from '#shared/audiences/audience.ts';
import { Deletion } from '#shared/audiences/deletion.ts';
import { Sync } from '#shared/audiences/sync.ts';
import { Trait } from '#shared/audiences/trait.ts';
import { ClockState } from '#shared/clock/clock.ts';
import { CertificateAuthority } from '#shared/connections/certificate-authority.ts';
import { Destination } from '#shared/connections/destination.ts';
import { Source } from '#shared/connections/source.ts';
import { Alert } from '#shared/deliveries/alert.ts';
import { CopySummary } from '#shared/deliveries/copy.ts';
import { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { Ledger } from '#shared/deliveries/ledger.ts';
import { SavedFilter } from '#shared/filter/saved-filter.ts';
import { MessageSummary, RejectedSummary } from '#shared/ingestion/message.ts';
import { Job } from '#shared/jobs/job.ts';
import { Id, RowId } from '#shared/kit/name.ts';
import { group, op } from '#shared/kit/op.ts';
import { Mock } from '#shared/mocks/mock.ts';
import { MockEntry } from '#shared/mocks/request.ts';
import { Settings } from '#shared/settings/settings.ts';

/** The current value of what changed; a later change of the same item replaces it. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), delivery: DeliverySummary }),
  z.object({ kind: z.literal('message'), message: MessageSummary }),
  z.object({ kind: z.literal('rejected'), rejected: RejectedSummary }),
  z.object({ kind: z.literal('copy'), copy: CopySummary }),
  z.object({ kind: z.literal('job'), job: Job }),
  z.object({ kind: z.literal('source'), source: Source }),
  z.object({ kind: z.literal('destination'), destination: Destination }),
  z.object({ kind: z.literal('certificateAuthority'), certificateAuthority: CertificateAuthority }),
  z.object({ kind: z.literal('mock'), mock: Mock }),
  /** A new entry in the log of a mock endpoint. */
  z.object({ kind: z.literal('mockRequest'), request: MockEntry }),
  /** The log of a mock endpoint was cleared; newer entries follow as changes. */
  z.object({ kind: z.literal('mockCleared'), id: Id }),
  z.object({ kind: z.literal('audience'), audience: Audience }),
  z.object({ kind: z.literal('trait'), trait: Trait }),
  z.object({ kind: z.literal('sync'), sync: Sync }),
  z.object({ kind: z.literal('deletion'), deletion: Deletion }),
  z.object({ kind: z.literal('savedFilter'), savedFilter: SavedFilter }),
  /** An alert has started or grown. */
  z.object({ kind: z.literal('alert'), alert: Alert }),
  /** The addresses in `System` may have changed, too. */
  z.object({ kind: z.literal('settings'), settings: Settings }),
  /** Deleted by a limit or a job, including their dependent rows. */
  z.object({
    kind: z.literal('deleted'),
    noun: z.enum(['delivery', 'message', 'rejected', 'copy', 'mockRequest']),
    ids: z.array(RowId),
  }),
  z.object({
    kind: z.literal('removed'),
    noun: z.enum([
      'source',
      'destination',
      'certificateAuthority',
      'mock',
      'audience',
      'trait',
      'deletion',
      'savedFilter',
    ]),
    id: Id,
  }),
]);
export type Change = z.infer<typeof Change>;

export const ChangeBatch = z.object({
  /** Identifies this run of the core; numbers restart with it. */
  epoch: z.string(),
  /** Number of the last change in this batch. Pass it as `after` to resume. */
  number: z.number().int().nonnegative(),
  /** True if changes before this batch are missing, so all data must be refetched. */
  resync: z.boolean(),
  changes: z.array(Change),
  ledger: Ledger,
  clock: ClockState,
});
export type ChangeBatch = z.infer<typeof ChangeBatch>;

export const ChangesRequest = z.object({
  /** Resume after this change of this run; without it the feed starts now. */
  after: z
    .object({
      epoch: z.string(),
      /** Arrives as text in a REST query. */
      number: z.coerce.number().int().nonnegative(),
    })
    .optional(),
});
export type ChangesRequest = z.infer<typeof ChangesRequest>;

export const changes = group('Changes', {
  follow: op('GET /changes', {
    summary: 'Follow the change feed: numbered changes as they are committed',
    errors: ['too_many_subscribers'],
    input: ChangesRequest,
    output: eventIterator(ChangeBatch),
  }),
});
