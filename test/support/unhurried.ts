/** For tests of what does not depend on the time limit, which a busy machine may exceed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';

/** The default profile without its time limit. */
export const unhurried = {
  ...profileOf({ profile: defaultProfileId }),
  id: 'unhurried',
  name: 'Unhurried',
  timeLimitMs: 3_600_000,
};

/** Its file, for the option `--profile`. */
export function writeUnhurried(folder: string): string {
  const file = join(folder, 'unhurried.json');
  writeFileSync(file, JSON.stringify(unhurried));
  return file;
}
