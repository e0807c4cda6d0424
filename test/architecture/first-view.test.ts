import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'out', 'renderer');
const maxBytes = 300 * 1_024;

it('the scripts of the first view are small', () => {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, path = '']) => path,
  );
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce(
    (sum, path) => sum + readFileSync(join(folder, `${path}.br`)).length,
    0,
  );
  expect(bytes).toBeLessThan(maxBytes);
});
