import { z } from 'zod';

const hourMs = 3_600_000;

/** The specification's maximum retry window (spec 8). */
export const maxWindowMs = 4 * hourMs;

/** Spacing of retries (D29) and the window they must start in (D28). All times in milliseconds. */
export const RetryPolicy = z
  .strictObject({
    /** Delay before the first retry; doubled for each later one. Default 10 s. */
    baseMs: z
      .number({ error: 'First delay must be a number of milliseconds.' })
      .int('First delay must be a whole number of milliseconds.')
      .min(1, 'First delay must be at least 1 ms.')
      .max(maxWindowMs, 'First delay must be at most 4 hours.')
      .default(10_000),
    /** Maximum delay. Default 20 min. */
    capMs: z
      .number({ error: 'Maximum delay must be a number of milliseconds.' })
      .int('Maximum delay must be a whole number of milliseconds.')
      .min(1, 'Maximum delay must be at least 1 ms.')
      .max(maxWindowMs, 'Maximum delay must be at most 4 hours.')
      .default(20 * 60_000),
    /** Largest part of a delay taken off at random, 0 to 1. Default 0.5. */
    jitter: z
      .number({ error: 'Jitter must be a number from 0 to 1.' })
      .min(0, 'Jitter must be at least 0.')
      .max(1, 'Jitter must be at most 1.')
      .default(0.5),
    /** No attempt starts later than this after the first one. Default and maximum 4 h (spec 7, 8). */
    windowMs: z
      .number({ error: 'Retry window must be a number of milliseconds.' })
      .int('Retry window must be a whole number of milliseconds.')
      .min(0, 'Retry window must not be negative.')
      .max(maxWindowMs, 'Retry window must be at most 4 hours.')
      .default(maxWindowMs),
  })
  .refine((policy) => policy.capMs >= policy.baseMs, {
    path: ['capMs'],
    message: 'Maximum delay must not be shorter than the first delay.',
  });
export type RetryPolicy = z.infer<typeof RetryPolicy>;

export const defaultRetryPolicy: RetryPolicy = RetryPolicy.parse({});
