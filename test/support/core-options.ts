/** Default options of a core in tests. */

import type { CoreOptions } from '#main/app.ts';
import type { ListenAddress, SecretBox } from '#main/kit/ports.ts';
import { realClock } from '#main/kit/real-clock.ts';
import { seededRandom } from './seeded-random.ts';

export const freePort: ListenAddress = { host: '127.0.0.1', port: 0, explicit: true };

export const plainBox: SecretBox = {
  atRest: 'plain',
  seal: (secret) => Buffer.from(secret, 'utf8'),
  open: (sealed) => Buffer.from(sealed).toString('utf8'),
};

export const coreOptions = (
  dataFolder: string,
  options: Partial<CoreOptions> = {},
): Omit<CoreOptions, 'log'> => ({
  version: '0.0.0-test',
  dataFolder,
  ingest: freePort,
  mocks: { http: freePort, https: freePort },
  clock: realClock,
  random: seededRandom(),
  secretBox: plainBox,
  ...options,
});
