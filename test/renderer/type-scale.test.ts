import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../src-renderer');

it('all text uses a size of the scale', () => {
  const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const offScale = sources.filter((name) =>
    /text-\[[\d.]/.test(readFileSync(join(renderer, name), 'utf8')),
  );
  expect(offScale).toEqual([]);
  // Guards against finding nothing.
  expect(sources.length).toBeGreaterThan(100);
});
