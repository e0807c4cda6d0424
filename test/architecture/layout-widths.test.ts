/** Layouts change at named widths only (`styles/utilities.css`), not at arbitrary pixels. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '..', '..', 'src-renderer');

/** Such as `@min-[700px]:` and `max-[1180px]:`. */
const pixelWidths = (text: string): readonly string[] =>
  text.match(/@?\b(?:min|max)-\[\d+px\]:/g) ?? [];

it('a planted pixel width is found', () => {
  expect(pixelWidths('flex @min-[700px]:flex-row max-[1180px]:hidden max-w-[77px]')).toEqual([
    '@min-[700px]:',
    'max-[1180px]:',
  ]);
});

it('layouts change at named widths', () => {
  const files = globSync('**/*.tsx', { cwd: renderer });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    pixelWidths(readFileSync(join(renderer, file), 'utf8')).map((width) => `${file}: ${width}`),
  );
  expect(found).toEqual([]);
});

/** Such as `w-[280px]`: a size outside of the scale and the tokens in `styles/utilities.css`. */
const pixelSizes = (text: string): readonly string[] => text.match(/[a-z]-\[-?[\d.]+px\]/g) ?? [];

it('sizes follow the scale, with few exceptions', () => {
  expect(pixelSizes('h-[30px] -ml-[4.5px] w-full')).toHaveLength(2);
  const found = globSync('**/*.{ts,tsx}', { cwd: renderer }).flatMap((file) =>
    pixelSizes(readFileSync(join(renderer, file), 'utf8')),
  );
  // Widths of columns and popovers. Only ever lower it.
  expect(found.length).toBeLessThanOrEqual(41);
});
