import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

it.skipIf(process.platform === 'win32')(
  'programs of the package are executable, so that npm does not change their mode (Windows has no modes)',
  () => {
    for (const file of Object.values(packageJson.bin))
      expect(statSync(join(import.meta.dirname, '../..', file)).mode & 0o111).toBe(0o111);
  },
);
