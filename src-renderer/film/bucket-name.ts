const bucketNames: Readonly<Record<number, string>> = {
  1000: 'per second',
  5000: 'per 5 seconds',
  15000: 'per 15 seconds',
  60000: 'per minute',
  300000: 'per 5 minutes',
  900000: 'per 15 minutes',
  1800000: 'per 30 minutes',
  3600000: 'per hour',
  86400000: 'per day',
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The length of a bucket, for captions. */
export function bucketName(bucketMs: number): string {
  const name = bucketNames[bucketMs];
  if (name !== undefined) return name;
  return bucketMs < dayMs ? `per ${bucketMs / hourMs} hours` : `per ${bucketMs / dayMs} days`;
}
