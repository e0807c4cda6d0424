/**
 * Bulk actions: one thing done to every delivery that a filter lets through. First planned, then run
 * in chunks; one at a time.
 */
import { z } from 'zod';
import { DeliveryState } from './delivery.ts';
import { FilterText } from './filter.ts';
import { flag } from './flag.ts';
import { Id, Moment, RowId } from './name.ts';

export const bulkActions = ['retry', 'resend', 'cancel'] as const;

/**
 * `retry`: sent now, as by hand (D31). `resend`: its request once more to the first webhook of its
 * destination, outside the ledger and never retried. `cancel`: no further attempt is made.
 */
export const BulkAction = z.enum(bulkActions, {
  error: `action must be one of ${bulkActions.join(', ')}.`,
});
export type BulkAction = z.infer<typeof BulkAction>;

export const bulkReasons = [
  'sending',
  'paused',
  'ended',
  'no_request',
  'destination_deleted',
  'no_webhook',
  'secret_unreadable',
  'begun',
  'changed',
] as const;

/** Why an action, or its undoing, does not apply to a delivery; `shared/lib/bulk-words` says it. */
export const BulkReason = z.enum(bulkReasons);
export type BulkReason = z.infer<typeof BulkReason>;

const count = z.number().int().nonnegative();

const SkippedGroup = z.object({ reason: BulkReason, count });
export type SkippedGroup = z.infer<typeof SkippedGroup>;

/** Where a plan stood: what came later, or is older or younger by now, is judged as it was then. */
export const BulkBounds = z.object({
  /** Row number of the newest delivery; 0 when there was none. */
  newest: z.number().int().nonnegative(),
  /** What ages are measured against. */
  now: Moment,
  /** Deliveries that matched, and those of them that it applied to. */
  matchCount: count,
  applyCount: count,
});
export type BulkBounds = z.infer<typeof BulkBounds>;

/** What an action would do if it were begun now. */
export const BulkPlan = z.object({
  action: BulkAction,
  /** The filter in the one form in which it is always written; empty for all deliveries. */
  filter: z.string(),
  matchCount: count,
  /** Of these, those that the action applies to. */
  applyCount: count,
  /** Of those, the ones being sent just now: that attempt is finished, and is the last. */
  sendingCount: count,
  /** The others, by why not. */
  skipped: z.array(SkippedGroup),
  /** Where those that it applies to go, or would have gone; most first. */
  destinations: z.array(
    z.object({
      destinationId: Id,
      destinationName: z.string(),
      webhookUrls: z.array(z.string()),
      count,
    }),
  ),
  /** Whether it can be undone afterwards. */
  undoable: z.boolean(),
  /** Why it cannot be begun now, as a sentence; null when it can. */
  problem: z.string().nullable(),
  /** To be given when it is begun, so that exactly this is done. */
  bounds: BulkBounds,
});
export type BulkPlan = z.infer<typeof BulkPlan>;

/** How far a plan has looked, as often as it can be read, and at last the plan. */
export const BulkPlanning = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('looking'),
    /** How much of the list has been looked at, from 0 to 1. */
    share: z.number(),
    /** Deliveries that matched so far. */
    matchCount: count,
  }),
  z.object({ kind: z.literal('plan'), plan: BulkPlan }),
]);
export type BulkPlanning = z.infer<typeof BulkPlanning>;

/**
 * `interrupted`: the program ended in the middle; it goes on only when told to. `undone`: put back,
 * as far as that was possible.
 */
export const BulkState = z.enum([
  'running',
  'completed',
  'cancelled',
  'interrupted',
  'undoing',
  'undone',
]);
export type BulkState = z.infer<typeof BulkState>;

/** One run with how far it is. Of `matchCount`, what was neither done nor skipped no longer matched. */
export const BulkRun = z.object({
  id: RowId,
  action: BulkAction,
  filter: z.string(),
  state: BulkState,
  /** Requests per second of real time, of a resend; null: as fast as it goes. */
  perSecond: z.number().nullable(),
  /** Deliveries that matched when it was planned, and those of them that it applied to. */
  matchCount: count,
  applyCount: count,
  doneCount: count,
  /** Of those done: being sent when they were cancelled, so that one attempt was still finished. */
  sendingCount: count,
  skipped: z.array(SkippedGroup),
  /** What came of the requests of a resend so far; the others are on their way or were cut off. */
  answers: z.object({ delivered: count, failed: count, blocked: count }),
  /** What undoing it put back, and what not. */
  restoredCount: count,
  notRestored: z.array(SkippedGroup),
  /** What is in its way just now, as a sentence: the disk is full, say. It is tried again. */
  problem: z.string().nullable(),
  /** Whether it can go on: it was cancelled or interrupted, and nothing was begun since. */
  resumable: z.boolean(),
  /** Whether it can be undone: the newest run only, and never a resend. */
  undoable: z.boolean(),
  startedAt: Moment,
  endedAt: Moment.nullable(),
});
export type BulkRun = z.infer<typeof BulkRun>;

export const ResendRate = z
  .number({ error: 'perSecond must be a number of requests.' })
  .positive('perSecond must be more than 0.')
  .max(10_000, 'perSecond must be at most 10,000: leave it out for as fast as it goes.');

export const BulkRequest = z.object({
  action: BulkAction,
  state: DeliveryState.optional(),
  destinationId: Id.optional(),
  filter: FilterText.optional(),
  /** Of a resend only. */
  perSecond: ResendRate.optional(),
  /** Those of its plan; without them it is planned and begun in one go. */
  bounds: BulkBounds.optional(),
});
export type BulkRequest = z.infer<typeof BulkRequest>;

/** `?plan=true` does nothing and tells what would be done. */
export const StartBulkRequest = z.object({
  query: z.object({ plan: flag('plan').default(false) }).prefault({}),
  body: BulkRequest,
});
export type StartBulkRequest = z.infer<typeof StartBulkRequest>;

export const StartBulkAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), plan: BulkPlan }),
  z.object({ kind: z.literal('run'), run: BulkRun }),
]);
export type StartBulkAnswer = z.infer<typeof StartBulkAnswer>;
