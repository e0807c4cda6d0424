import { describe, expect, it } from 'vitest';
import { type PaletteSources, paletteEntries } from '#renderer/pages/palette/palette-entries.ts';

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
      command('theme.dark', 'Use the dark theme', 'View'),
      command('go.inspector', 'Go to Inspector', 'Go'),
    ],
    destinations: [{ id: 'dst_1', name: 'Settlement hooks' }],
    sources: [{ id: 'src_1', name: 'Website' }],
    audiences: [{ id: 'aud_1', name: 'Whales' }],
    traits: [{ id: 'trt_1', name: 'Lifetime value' }],
    receivers: [{ id: 'rcv_1', name: 'flaky' }],
    goToDelivery: (id) => jumps.push(`delivery ${id}`),
    goToDestination: (id) => jumps.push(id),
    goToSource: (id) => jumps.push(id),
    goToAudience: (id) => jumps.push(id),
    goToTrait: (id) => jumps.push(id),
    goToReceiver: (id) => jumps.push(id),
  };
}

const titles = (query: string) => paletteEntries(query, sourcesWith()).map(({ title }) => title);

describe('the palette', () => {
  it('offers all commands while nothing is typed, section by section', () => {
    expect(titles('')).toEqual(['Go to Settings', 'Go to Inspector', 'Use the dark theme']);
  });

  it('finds words in any order, in titles and headings', () => {
    expect(titles('theme dark')).toEqual(['Use the dark theme']);
    expect(titles('view')).toEqual(['Use the dark theme']);
  });

  it('finds destinations and sources by name, the earliest match first', () => {
    expect(titles('sett')).toEqual(['Settlement hooks', 'Go to Settings']);
    expect(titles('web')).toEqual(['Website']);
    expect(titles('whale')).toEqual(['Whales']);
    expect(titles('value life')).toEqual(['Lifetime value']);
    expect(titles('flak')).toEqual(['flaky']);
  });

  it.each(['412', '#412'])('leads to a delivery by its number, typed as %s', (query) => {
    const jumps: string[] = [];
    paletteEntries(query, sourcesWith(jumps))[0]?.run();
    expect(jumps).toEqual(['delivery 412']);
  });

  it('offers nothing for what nobody is called', () => {
    expect(titles('xyzzy')).toEqual([]);
  });
});
