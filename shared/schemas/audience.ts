/** Audiences: users who are members, told as `true` and `false` (spec 6, D35 to D37). */
import { z } from 'zod';
import {
  Computation,
  ComputationPatch,
  IdPattern,
  NewComputation,
  PendingChange,
  Seed,
} from './computation.ts';
import { Id } from './name.ts';
import { UserId, UserIds } from './user-id.ts';

export const Audience = Computation;
export type Audience = z.infer<typeof Audience>;

export const NewAudience = NewComputation;
export const AudiencePatch = ComputationPatch;

/** `pendingChange` says what the next sync tells of the user; a `removal` is no member any more. */
export const Member = z.object({ userId: UserId, pendingChange: PendingChange });
export type Member = z.infer<typeof Member>;

export const MembersRequest = z.object({ id: Id, userIds: UserIds });

/** Some leave at random and as many new ones join, so that syncs have something to tell. */
export const ChurnRequest = z.object({
  id: Id,
  /** Share of the members that is replaced; default 5. */
  percent: z
    .number({ error: 'percent must be a number.' })
    .positive('percent must be more than 0.')
    .max(100, 'percent must be at most 100.')
    .default(5),
  /** Ids of those who join. */
  pattern: IdPattern.default('user_{random}'),
  seed: Seed.default(1),
});
export type ChurnRequest = z.infer<typeof ChurnRequest>;
