/** Both bundled fonts have every character in the sources of the interface. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');

/** The first and last code points of the ranges in a font's stylesheet. */
function rangesOf(font: string): readonly (readonly [number, number])[] {
  const css = readFileSync(
    join(project, 'node_modules/@fontsource-variable', font, 'wght.css'),
    'utf8',
  );
  return [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
    ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
  );
}

const fonts = ['inter', 'jetbrains-mono'].map(rangesOf);

const isBundled = (sign: string): boolean =>
  fonts.every((ranges) =>
    ranges.some(([first, last]) => {
      const point = sign.codePointAt(0) ?? 0;
      return point >= first && point <= last;
    }),
  );

/** Shown in terminals and reports, in fonts of their own. */
const outsideInterface = 'report/scenario-text.ts';

it.each(['src-renderer', 'shared'])('in %s', (folder) => {
  const sources = readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx?|css)$/.test(name) && name !== outsideInterface,
  );
  const foreign = sources.flatMap((name) =>
    [...readFileSync(join(project, folder, name), 'utf8')]
      .filter((sign) => sign > '\x7f' && !isBundled(sign))
      .map((sign) => `${name}: ${sign}`),
  );
  expect(foreign).toEqual([]);
  expect(sources.length).toBeGreaterThan(50);
});
