import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { widened } from '#test/gallery/forced-states.ts';

const renderer = join(import.meta.dirname, '../../src-renderer');
const galleryFolder = join(import.meta.dirname, '../gallery');

/** Renders nothing itself, or only while a plot is pointed at. */
const unseen = ['ui-provider.tsx', 'plot-tip.tsx'];

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

it('the gallery shows every component of ui, except parts that only other components use', () => {
  const components = readdirSync(join(renderer, 'ui')).filter(
    (name) => name.endsWith('.tsx') && !unseen.includes(name),
  );
  const isImported = (sources: readonly string[], name: string) =>
    sources.some((source) => source.includes(`/ui/${name}'`));
  const inUi = sourcesIn(join(renderer, 'ui'));
  const everywhere = sourcesIn(renderer);
  const isPart = (name: string) =>
    inUi.some((source) => source.includes(`'./${name}'`)) && !isImported(everywhere, name);
  const gallery = sourcesIn(galleryFolder);
  const missing = components.filter((name) => !isImported(gallery, name) && !isPart(name));
  expect(missing).toEqual([]);
  // Guards against finding nothing.
  expect(components.length).toBeGreaterThan(30);
});

it('a rule is expanded by the elements that use its state', () => {
  expect(widened('.hover\\:bg { &:hover { color: red } }')).toBe(
    '.hover\\:bg { &:is(:hover, [data-forced~="hover"] *) { color: red } }',
  );
  expect(widened('.a:focus-within { color: red }')).toContain('[data-forced~="focus"] *');
  expect(widened(':focus-visible { color: red }')).toContain('[data-forced~="focus"] :is(button');
  expect(widened('.a:hover\\:b { color: red }')).toContain(':is(:hover');
});
