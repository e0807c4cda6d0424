import { z } from 'zod';

const hasAtMost =
  (max: number) =>
  (value: unknown): boolean =>
    typeof value !== 'object' || value === null || Object.keys(value).length <= max;

/**
 * A record of texts by any name. More than `max` names are one problem, found before any value is looked at: a problem for
 * each of a million values would take seconds (D62). Lists have `max` for that.
 */
export const limitedTexts = (
  value: z.ZodString,
  max: number,
  message: (count: number) => string,
  error?: string,
) =>
  z
    .custom<Record<string, string>>(hasAtMost(max), {
      abort: true,
      error: ({ input }) => message(Object.keys(Object(input)).length),
    })
    .meta({ type: 'object', additionalProperties: { type: 'string' } })
    .pipe(z.record(z.string(), value, error === undefined ? {} : { error }));
