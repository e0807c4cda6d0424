/** Why deliveries were not accepted: they are counted and listed by it. */
import { z } from 'zod';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';
import { AttemptCode, AttemptResult, type DeliveryState, deliveryStates } from './delivery.ts';

/** States of deliveries without an accepted attempt: those that wait after a failure, and finished ones. */
export const causeStates = ['waiting', 'refused', 'gave_up', 'blocked'] as const;
export const CauseState = z.enum(causeStates);
export type CauseState = z.infer<typeof CauseState>;

/** Codes of responses, which differ by status. With others, the latest status is of an earlier attempt. */
const statusCodes: readonly (AttemptCode | null)[] = [
  'redirect',
  'client_error',
  'server_error',
  'unexpected_status',
];

/** What identifies a cause. */
export const CauseKey = z.object({
  destinationId: Id,
  state: CauseState,
  /** Of the latest attempt; null if the retry window ended before the first one. */
  code: AttemptCode.nullable(),
  /** Null without a response. */
  status: z.number().int().nullable(),
});
export type CauseKey = z.infer<typeof CauseKey>;

interface Counted {
  readonly destinationId: string;
  readonly state: DeliveryState;
  readonly lastStatus: number | null;
  readonly lastCode: AttemptCode | null;
}

const isCauseState = (state: DeliveryState): state is CauseState =>
  (causeStates as readonly string[]).includes(state);

/** Null for a delivery that was accepted, has no failed attempt yet, or is not sent. */
export function causeOf({ destinationId, state, lastStatus, lastCode }: Counted): CauseKey | null {
  if (!isCauseState(state) || (state === 'waiting' && lastCode === null)) return null;
  const status = statusCodes.includes(lastCode) ? lastStatus : null;
  return { destinationId, state, code: lastCode, status };
}

/** The newest delivery of a cause. */
export const LatestOfCause = z.object({
  id: RowId,
  /** URL of the attempt with the code of the cause; null if none was made. */
  url: z.string().nullable(),
  result: AttemptResult.nullable(),
  attempts: z.number().int(),
  firstAttemptAt: Timestamp.nullable(),
  updatedAt: Timestamp,
  /** No attempt starts later than this. */
  windowEndsAt: Timestamp.nullable(),
});
export type LatestOfCause = z.infer<typeof LatestOfCause>;

export const Cause = CauseKey.extend({
  destinationName: z.string(),
  deliveries: z.number().int(),
  latest: LatestOfCause,
});
export type Cause = z.infer<typeof Cause>;

const count = z.number().int().nonnegative();

export const CountsByCause = z.object({
  states: z.object(
    Object.fromEntries(deliveryStates.map((state) => [state, count])) as Record<
      DeliveryState,
      typeof count
    >,
  ),
  /** The most frequent first, at most 200. */
  causes: z.array(Cause),
});
export type CountsByCause = z.infer<typeof CountsByCause>;
