import { describe, expect, it } from 'vitest';
import { type PaletteSources, paletteGroups } from '#renderer/pages/palette/palette-entries.ts';

const command = (id: string, title: string, section: string) => ({
  id,
  title,
  section,
  run: () => undefined,
});

function sourcesWith(jumps: string[] = []): PaletteSources {
  return {
    commands: [
      command('go.settings', 'Go to Settings', 'Go'),
      command('theme.dark', 'Use dark theme', 'View'),
      command('go.inspector', 'Go to Inspector', 'Go'),
    ],
    places: [
      command('dst_1', 'Settlement hooks', 'Destinations'),
      command('src_1', 'Website', 'Sources'),
      command('trt_1', 'Lifetime value', 'Computed traits'),
    ],
    goToDelivery: (id) => jumps.push(`delivery ${id}`),
  };
}

const titles = (query: string) =>
  paletteGroups(query, sourcesWith()).flatMap(({ items }) => items.map(({ title }) => title));

describe('the palette', () => {
  it('lists all commands without a query, by section', () => {
    expect(titles('')).toEqual(['Go to Settings', 'Go to Inspector', 'Use dark theme']);
  });

  it('matches words in any order, in titles and headings', () => {
    expect(titles('theme dark')).toEqual(['Use dark theme']);
    expect(titles('view')).toEqual(['Use dark theme']);
  });

  it('finds entities by name, the earliest match first', () => {
    expect(titles('sett')).toEqual(['Settlement hooks', 'Go to Settings']);
    expect(titles('web')).toEqual(['Website']);
    expect(titles('value life')).toEqual(['Lifetime value']);
  });

  it.each(['412', '#412'])('opens a delivery by its number, entered as %s', (query) => {
    const jumps: string[] = [];
    paletteGroups(query, sourcesWith(jumps))[0]?.items[0]?.run();
    expect(jumps).toEqual(['delivery 412']);
  });

  it('lists nothing for an unknown name', () => {
    expect(titles('xyzzy')).toEqual([]);
  });
});
