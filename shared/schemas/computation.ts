/**
 * What audiences and computed traits have in common: both are a property of users that syncs tell
 * through identify calls (spec 6). The word is the one of `context.personas` (D37).
 */
import { z } from 'zod';
import { snakeCase } from '../lib/snake-case.ts';
import { JsonValue } from './json-value.ts';
import { Id, Moment, Name } from './name.ts';
import { PageRequest } from './page.ts';
import { Sync } from './sync.ts';

export const ComputationClass = z.enum(['audience', 'trait']);
export type ComputationClass = z.infer<typeof ComputationClass>;

const maxKeyLength = 100;

/** The property that receivers get, in snake_case; unique among audiences and computed traits. */
export const PropertyKey = z
  .string({ error: 'Key must be a text.' })
  .min(1, 'Key is empty: type one, such as big_spenders.')
  .max(maxKeyLength, `Key is too long: at most ${maxKeyLength} characters.`)
  .superRefine((key, ctx) => {
    const wanted = snakeCase(key);
    if (key === '' || key === wanted) return;
    const fix = wanted === '' ? 'such as big_spenders' : `such as ${wanted}`;
    ctx.addIssue({
      code: 'custom',
      message: `Key must be in snake_case, small letters and digits with single underscores between: ${fix}.`,
    });
  });
export type PropertyKey = z.infer<typeof PropertyKey>;

/** Syncs by themselves, on the product's clock. */
export const SyncSchedule = z.object({
  everyMinutes: z
    .int({ error: 'everyMinutes must be a whole number of minutes.' })
    .min(1, 'everyMinutes must be at least 1.')
    .max(10_080, 'everyMinutes must be at most 10,080, which is a week.'),
});
export type SyncSchedule = z.infer<typeof SyncSchedule>;

/** As in any message (spec 4.3): which destinations shall have it. */
const Integrations = z.record(z.string(), JsonValue, {
  error: 'integrations must be an object of destination names and flags.',
});

/** Leaves room in the call, which is 32 KB at most (spec 8), for an id and a value. */
const maxIntegrationsLength = 1_024;
const SmallIntegrations = Integrations.refine(
  (flags) => JSON.stringify(flags).length <= maxIntegrationsLength,
  'integrations is too large: at most 1,024 characters of JSON.',
);

/** An audience or a computed trait. */
export const Computation = z.object({
  id: Id,
  name: Name,
  key: PropertyKey,
  /** The source its identify calls belong to. */
  sourceId: Id,
  integrations: Integrations,
  schedule: SyncSchedule.nullable(),
  /** When it is synced by itself next, by the product's clock; null without a schedule. */
  nextSyncAt: Moment.nullable(),
  /** Members of the audience; users who have a value of the trait. */
  userCount: z.number().int(),
  lastSync: Sync.nullable(),
  /** Why it cannot be synced now, as a sentence; null when it can. */
  problem: z.string().nullable(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type Computation = z.infer<typeof Computation>;

export const NewComputation = z.object({
  name: Name,
  /** Derived from the name when absent (D35); fixed afterwards. */
  key: PropertyKey.optional(),
  sourceId: Id,
  /** Default: none, so that every destination has it. */
  integrations: SmallIntegrations.default({}),
  /** Default: only by hand. */
  schedule: SyncSchedule.nullable().default(null),
});
export type NewComputation = z.infer<typeof NewComputation>;

export const ComputationPatch = z.object({
  name: Name.optional(),
  sourceId: Id.optional(),
  integrations: SmallIntegrations.optional(),
  schedule: SyncSchedule.nullable().optional(),
});
export type ComputationPatch = z.infer<typeof ComputationPatch>;

/** What the next sync sends about a user. */
export const PendingChange = z.enum(['none', 'addition', 'removal']);
export type PendingChange = z.infer<typeof PendingChange>;

/** Users in the order of their ids. */
export const UserQuery = z.object({
  id: Id,
  ...PageRequest.shape,
  /** Beginning of the user id. */
  search: z.string().max(500).optional(),
  /** `users`: those who are in it now. `pending`: those the next sync tells about. */
  show: z
    .enum(['users', 'pending'], { error: 'show must be "users" or "pending".' })
    .default('users'),
  cursor: z.string().max(1_000).optional(),
});
export type UserQuery = z.infer<typeof UserQuery>;

/** What a change of the membership, or of values, came to. */
export const MembershipChange = z.object({
  /** Users who are in it now and were not before. */
  added: z.number().int(),
  /** Users whose value is another one; always 0 for an audience. */
  changed: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
});
export type MembershipChange = z.infer<typeof MembershipChange>;

/** How far a long change is: `done` users of `total` were gone through. */
export const MembershipProgress = MembershipChange.extend({
  done: z.number().int(),
  total: z.number().int(),
});
export type MembershipProgress = z.infer<typeof MembershipProgress>;

/** Most users made in one call. */
const maxGenerated = 1_000_000;

const UserCount = z
  .int({ error: 'count must be a whole number of users.' })
  .min(1, 'count must be at least 1.')
  .max(maxGenerated, 'count must be at most 1,000,000.');

/** `{n}` becomes 1, 2, 3 …; `{random}` twelve letters and digits that follow from the seed. */
export const IdPattern = z
  .string({ error: 'pattern must be a text.' })
  .max(200, 'pattern is too long: at most 200 characters.')
  .refine(
    (pattern) => pattern.includes('{n}') || pattern.includes('{random}'),
    'pattern must hold {n} or {random}: all users would have the same id.',
  )
  .refine((pattern) => pattern.isWellFormed(), 'pattern ends in the middle of a character.');

/** The same seed makes the same users, values and choices. */
export const Seed = z
  .int({ error: 'seed must be a whole number.' })
  .min(0, 'seed must not be negative.')
  .max(2_147_483_647, 'seed must be at most 2,147,483,647.');

export const GenerateRequest = z.object({
  id: Id,
  count: UserCount,
  pattern: IdPattern.default('user_{n}'),
  seed: Seed.default(1),
});
export type GenerateRequest = z.infer<typeof GenerateRequest>;
