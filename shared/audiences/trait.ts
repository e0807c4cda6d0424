/** Computed traits: a JSON value per user, synced when it changes (spec 6, D38). */
import { z } from 'zod';
import { JsonValue } from '#shared/kit/json-value.ts';
import { Id, maxListedUsers, UserId } from '#shared/kit/name.ts';
import {
  Computation,
  ComputationPatch,
  GenerateRequest,
  NewComputation,
  PendingChange,
} from './computation.ts';

/** Leaves room for the rest of the message, which is limited to 32 KB (spec 8). */
export const maxValueBytes = 20_480;

export const Trait = Computation;
export type Trait = z.infer<typeof Trait>;

export const NewTrait = NewComputation;
export const TraitPatch = ComputationPatch;

/** The value of one user; a removed value is synced as `null`. */
export const TraitValue = z.object({
  userId: UserId,
  value: JsonValue,
  pendingChange: PendingChange,
});
export type TraitValue = z.infer<typeof TraitValue>;

export const TraitValuesRequest = z.object({
  id: Id,
  values: z
    .array(z.object({ userId: UserId, value: JsonValue }), {
      error: 'values must be a list of userId and value.',
    })
    .max(maxListedUsers, 'At most 10,000 values are allowed per request. Use an import for more.'),
});
export type TraitValuesRequest = z.infer<typeof TraitValuesRequest>;

const bound = (name: string) => z.int({ error: `${name} must be a whole number.` });

/** How values are generated. */
export const ValueMaker = z.discriminatedUnion(
  'kind',
  [
    /** Whole numbers from `min` to `max`, both included. */
    z
      .strictObject({ kind: z.literal('number'), min: bound('min'), max: bound('max') })
      .refine(({ min, max }) => min <= max, {
        path: ['max'],
        message: 'max must not be less than min.',
      }),
    z.strictObject({
      kind: z.literal('choice'),
      choices: z
        .array(JsonValue)
        .min(1, 'choices is empty. Add at least one value.')
        .max(100, 'At most 100 choices are allowed.'),
    }),
    z.strictObject({ kind: z.literal('boolean') }),
  ],
  { error: 'kind must be "number", "choice" or "boolean".' },
);
export type ValueMaker = z.infer<typeof ValueMaker>;

export const GenerateValuesRequest = GenerateRequest.extend({ value: ValueMaker });
export type GenerateValuesRequest = z.infer<typeof GenerateValuesRequest>;
