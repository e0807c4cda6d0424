/** A run archive: a zip with a run and all inputs needed to repeat it. */
import { z } from 'zod';

/** Far more variables than a scenario has: each is checked when a run is repeated (D62). */
const maxNames = 1_000;

/**
 * `archive.json` in the zip. Next to it are `report.json`, `history.jsonl` (an event per line), the deliveries and received
 * requests in `run.sqlite`, and the files of the scenario in `files/`. Values of secret variables are left out.
 */
export const RunArchiveManifest = z.object({
  format: z.literal(1),
  /** Version of Hookwright that ran it. */
  version: z.string(),
  /** Path of the scenario in `files/`. */
  file: z.string(),
  case: z.string().nullable(),
  seed: z.number().int(),
  /** Virtual time at the start, in ISO 8601. */
  startsAt: z.iso.datetime().transform((text) => Date.parse(text)),
  untilMs: z.number().int().nullable(),
  /** Values of variables. */
  set: z.record(z.string(), z.string()).refine((set) => Object.keys(set).length <= maxNames),
  /** Secret variables whose value is not in the file, and left out. */
  secrets: z.array(z.string()).max(maxNames),
});
export type RunArchiveManifest = z.infer<typeof RunArchiveManifest>;
