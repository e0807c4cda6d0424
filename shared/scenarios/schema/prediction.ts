/** How a scenario would go if nothing but its outages made an attempt fail. */
import { z } from 'zod';

const Count = z.number().int();

export const Prediction = z.object({
  /** Virtual time until nothing waits anymore. */
  virtualMs: Count,
  bucketMs: Count,
  /** The most deliveries that wait at once in each bucket; in the last one, at its end. */
  waiting: z.array(Count),
  lanes: z.array(
    z.object({
      /** `mock:NAME`, `server:NAME`, or the URL. */
      webhook: z.string(),
      buckets: z.array(z.object({ index: Count, accepted: Count, failed: Count })),
    }),
  ),
  outages: z.array(z.object({ mock: z.string(), from: Count, until: Count, status: Count })),
  messages: Count,
  /** Deliveries that would wait for another attempt, and those that would give up. */
  held: Count,
  gaveUp: Count,
});
export type Prediction = z.infer<typeof Prediction>;
