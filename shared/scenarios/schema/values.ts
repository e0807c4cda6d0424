/** Values that occur throughout a scenario. Durations are text in the file, parsed to milliseconds. */
import { z } from 'zod';
import { maxFilterLength } from '#shared/filter/parse.ts';
import { durationPattern, maxDurationLength, parseDuration } from '#shared/kit/duration.ts';
import { LongNumber } from '#shared/kit/json-value.ts';

const durationProblem = 'Enter a duration with a unit, such as 500ms, 30s, 10m, 1h30m or 2d.';

export const Duration = z
  .string({ error: durationProblem })
  .max(maxDurationLength, { error: durationProblem, abort: true })
  .regex(durationPattern, durationProblem)
  .transform((text) => parseDuration(text) ?? 0);

/** Names a step, case, mock endpoint and so on in filters and reports: no whitespace, no quotes needed. */
export const StepId = z
  .string({ error: 'An id must be a string.' })
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'An id has up to 64 letters, digits, "-", "_" and ".", and starts with a letter or digit.',
  );

/** Text for people, on one line. */
export const Title = z
  .string({ error: 'A name must be a string.' })
  .min(1, 'The name is empty. Enter one, or remove it.')
  .max(200, 'The name is too long: at most 200 characters.');

/** A filter with the fields of its subject (`shared/filter/subject`). Parsed where it is used. */
export const ScenarioFilter = z
  .string({ error: 'A filter must be a string. Put it in single quotes.' })
  .max(maxFilterLength, `The filter is too long: at most ${maxFilterLength} characters.`);

/** A path relative to the scenario, within its repository. */
export const FileName = z
  .string({ error: 'A file name must be a string.' })
  .min(1, 'The file name is empty.')
  .max(500, 'The file name is too long: at most 500 characters.');

const wholeNumber = z
  .int({ error: 'Enter a whole number, or { min, max }.' })
  .min(0, 'The number must not be negative.');

/** A whole number or a range; parsed to a range. `max` is null without a limit. */
export const Count = z
  .union([
    wholeNumber,
    z
      .strictObject({ min: wholeNumber.optional(), max: wholeNumber.optional() })
      .refine(({ min, max }) => min !== undefined || max !== undefined, 'Specify min, max or both.')
      .refine(({ min = 0, max }) => max === undefined || min <= max, {
        path: ['max'],
        message: 'max must not be less than min.',
      }),
  ])
  .transform((count) =>
    typeof count === 'number'
      ? { min: count, max: count as number | null }
      : { min: count.min ?? 0, max: count.max ?? null },
  );
export type Count = z.output<typeof Count>;

export const VariableName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'A variable name can have letters, digits and "_", and must not start with a digit.',
  );

/** Commands contain it, so it can't be anything else. */
export const EnvironmentName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'An environment variable can have letters, digits and "_", and must not start with a digit.',
  );

export const VariableValue = z.union([z.string(), z.number(), z.boolean(), LongNumber], {
  error: 'A variable is a string, a number, true or false.',
});
export type VariableValue = z.output<typeof VariableValue>;

// Names of scenario files in the folder of an instance.

const fileRule = 'Use a name such as outage.yaml or checkout/outage.yaml.';

/** Neither `..` nor hidden files, on any system. */
const isFileName = (name: string): boolean =>
  /\.ya?ml$/.test(name) &&
  name
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !/[\\:*?"<>|\p{Cc}]/u.test(part));

export const ScenarioText = z.string().max(1_048_576, 'The file is too large: at most 1 MB.');

/** A path of a scenario in the folder, with `/` on every system. */
export const ScenarioFileName = z
  .string({ error: `file is missing. ${fileRule}` })
  .max(200, 'The file name is too long: at most 200 characters.')
  .refine(isFileName, `Not a scenario file name. ${fileRule}`);
