/**
 * An audience or a computed trait: a user property that is synced through identify messages (spec 6).
 * Named after `context.personas` (D37).
 */
import { z } from 'zod';
import { JsonValue } from '#shared/kit/json-value.ts';
import { Id, Name, Timestamp } from '#shared/kit/name.ts';
import { PageRequest } from '#shared/kit/page.ts';
import { SourceProblem } from '#shared/kit/problem.ts';
import { Sync } from './sync.ts';

/**
 * Converts a name to snake_case (spec 6, D35). All characters except ASCII letters and digits
 * separate words, as does a lowercase letter or digit before a capital, and the last capital of a
 * run before a lowercase letter. Digits don't separate words. Empty if the name has neither letters
 * nor digits.
 */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();

export const ComputationClass = z.enum(['audience', 'trait']);
export type ComputationClass = z.infer<typeof ComputationClass>;

const maxKeyLength = 100;

/** The property that receivers get, in snake_case; unique among audiences and computed traits. */
export const PropertyKey = z
  .string({ error: 'Key must be a string.' })
  .min(1, 'Key is empty. Use a key such as big_spenders.')
  .max(maxKeyLength, `Key is too long: at most ${maxKeyLength} characters.`)
  .superRefine((key, ctx) => {
    const expectedKey = snakeCase(key);
    if (key === '' || key === expectedKey) return;
    const fix = expectedKey === '' ? 'such as big_spenders' : `such as ${expectedKey}`;
    ctx.addIssue({
      code: 'custom',
      message: `Key must be in snake_case (lowercase letters, digits, single underscores), ${fix}.`,
    });
  });
export type PropertyKey = z.infer<typeof PropertyKey>;

/** Automatic syncs, on the virtual clock. */
export const SyncSchedule = z.object({
  everyMinutes: z
    .int({ error: 'everyMinutes must be a whole number of minutes.' })
    .min(1, 'everyMinutes must be at least 1.')
    .max(10_080, 'everyMinutes must be at most 10,080, which is a week.'),
});
export type SyncSchedule = z.infer<typeof SyncSchedule>;

/** Which destinations get it, as in any message (spec 4.3). */
const Integrations = z.record(z.string(), JsonValue, {
  error: 'integrations must be an object of destination names and flags.',
});

/** The message, with ID and value, is limited to 32 KB (spec 8). */
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
  /** The source its identify messages belong to. */
  sourceId: Id,
  integrations: Integrations,
  schedule: SyncSchedule.nullable(),
  /** Next scheduled sync, on the virtual clock; null without a schedule. */
  nextSyncAt: Timestamp.nullable(),
  /** Members of the audience; users who have a value of the trait. */
  userCount: z.number().int(),
  lastSync: Sync.nullable(),
  /** Why it can't be synced; null if it can. */
  problem: SourceProblem.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Computation = z.infer<typeof Computation>;

export const NewComputation = z.object({
  name: Name,
  /** Derived from the name when absent (D35); fixed afterwards. */
  key: PropertyKey.optional(),
  sourceId: Id,
  /** Default: none, so every destination gets it. */
  integrations: SmallIntegrations.default({}),
  /** Default: manual syncs only. */
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
  /** Prefix of the user ID. */
  search: z.string().max(500).optional(),
  /** `users`: current users. `pending`: users with a change to sync. */
  show: z
    .enum(['users', 'pending'], { error: 'show must be "users" or "pending".' })
    .default('users'),
  cursor: z.string().max(1_000).optional(),
});
export type UserQuery = z.infer<typeof UserQuery>;

/** Counts of a change to members or values. */
export const MembershipChange = z.object({
  /** New users. */
  added: z.number().int(),
  /** Users with a different value; always 0 for an audience. */
  changed: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
});
export type MembershipChange = z.infer<typeof MembershipChange>;

/** `done` of `total` users were processed. */
export const MembershipProgress = MembershipChange.extend({
  done: z.number().int(),
  total: z.number().int(),
});
export type MembershipProgress = z.infer<typeof MembershipProgress>;

/** Maximum users per request. */
const maxGenerated = 1_000_000;

const UserCount = z
  .int({ error: 'count must be a whole number of users.' })
  .min(1, 'count must be at least 1.')
  .max(maxGenerated, 'count must be at most 1,000,000.');

/** `{n}` becomes 1, 2, 3 …; `{random}` twelve letters and digits that follow from the seed. */
export const IdPattern = z
  .string({ error: 'pattern must be a string.' })
  .max(200, 'pattern is too long: at most 200 characters.')
  .refine(
    (pattern) => pattern.includes('{n}') || pattern.includes('{random}'),
    'The pattern must contain {n} or {random}, so that user IDs differ.',
  )
  .refine(
    (pattern) => pattern.isWellFormed(),
    'pattern has an incomplete character. Correct the text.',
  );

/** The same seed gives the same users, values and choices. */
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
