/** How long scenarios took, to balance shards: the file of `hookwright run --durations`. */
import { z } from 'zod';
import { RunLabel } from './report.ts';

export const ScenarioDurations = z.object({
  format: z.literal(1),
  scenarios: z
    .array(
      z.object({
        file: RunLabel,
        /** Null without cases. */
        case: RunLabel.nullable(),
        /** Real time of all its runs: one for each seed. */
        durationMs: z.int().min(0),
      }),
    )
    .max(100_000),
});
export type ScenarioDurations = z.infer<typeof ScenarioDurations>;
