/** Audiences: membership is synced as `true` or `false` (spec 6, D35–D37). */
import { z } from 'zod';
import { Id, UserId, UserIds } from '#shared/kit/name.ts';
import {
  Computation,
  ComputationPatch,
  IdPattern,
  NewComputation,
  PendingChange,
  Seed,
} from './computation.ts';

export const Audience = Computation;
export type Audience = z.infer<typeof Audience>;

export const NewAudience = NewComputation;
export const AudiencePatch = ComputationPatch;

/** A user whose `pendingChange` is `removal` is no longer a member. */
export const Member = z.object({ userId: UserId, pendingChange: PendingChange });
export type Member = z.infer<typeof Member>;

export const MembersRequest = z.object({ id: Id, userIds: UserIds });
export type MembersRequest = z.infer<typeof MembersRequest>;

/** Replaces random members with as many new ones. */
export const ChurnRequest = z.object({
  id: Id,
  /** Percentage of members to replace; default 5. */
  percent: z
    .number({ error: 'percent must be a number.' })
    .positive('percent must be more than 0.')
    .max(100, 'percent must be at most 100.')
    .default(5),
  /** IDs of the new members. */
  pattern: IdPattern.default('user_{random}'),
  seed: Seed.default(1),
});
export type ChurnRequest = z.infer<typeof ChurnRequest>;
