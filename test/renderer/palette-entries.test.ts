import { describe, expect, it } from 'vitest';
import { type PaletteSources, paletteGroups } from '#renderer/shell/palette/palette-entries.ts';

const command = (id: string, title: string, section: string) => ({
  id,
  title,
  section,
  run: () => undefined,
});

function sourcesWith(jumps: string[] = [], recentIds: string[] = []): PaletteSources {
  return {
    commands: [
      command('go.settings', 'Go to Settings', 'Go'),
      command('theme.dark', 'Use dark theme', 'View'),
      command('go.deliveries', 'Go to Deliveries', 'Go'),
    ],
    entities: [
      command('dst_1', 'Settlement hooks', 'Destinations'),
      command('src_1', 'Website', 'Sources'),
      command('trt_1', 'Lifetime value', 'Computed traits'),
    ],
    recentIds,
    goToDelivery: (id) => jumps.push(`delivery ${id}`),
  };
}

const titles = (query: string) =>
  paletteGroups(query, sourcesWith()).flatMap(({ items }) => items.map(({ title }) => title));

describe('the palette', () => {
  it('lists all commands without a query, by section', () => {
    expect(titles('')).toEqual(['Go to Settings', 'Go to Deliveries', 'Use dark theme']);
  });

  it('finds entries by their keywords, after those with the word in the title', () => {
    const entry = (title: string, keywords: readonly string[] = []) => ({
      ...command(title, title, 'Go'),
      keywords,
    });
    const commands = [entry('Go to Destinations', ['profile']), entry('New profile')];
    const found = (query: string) =>
      paletteGroups(query, { ...sourcesWith(), commands, entities: [] }).flatMap(({ items }) =>
        items.map(({ title }) => title),
      );
    expect(found('prof')).toEqual(['New profile', 'Go to Destinations']);
    expect(found('rofile')).toEqual(['New profile']);
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

  it('starts with the page, then recent entries, navigation and the rest', () => {
    const sources = sourcesWith([], ['src_1', 'theme.dark', 'gone']);
    const commands = [
      command('destination.new', 'New destination', 'Destinations'),
      ...sources.commands,
      command('delivery.retry', 'Retry delivery', 'Delivery'),
    ];
    const groups = paletteGroups('', { ...sources, commands });
    expect(
      groups.map(({ section, items }) => [section, ...items.map(({ title }) => title)]),
    ).toEqual([
      ['Delivery', 'Retry delivery'],
      ['Recent', 'Website', 'Use dark theme'],
      ['Go', 'Go to Settings', 'Go to Deliveries'],
      ['Create', 'New destination'],
      ['View', 'Use dark theme'],
    ]);
  });

  it('finds scattered letters, after adjacent ones', () => {
    expect(titles('gsett')).toEqual(['Go to Settings']);
    expect(titles('webs')).toEqual(['Website']);
    expect(titles('udt')).toEqual(['Use dark theme']);
    expect(titles('se')[0]).toBe('Settlement hooks');
  });

  it('ranks a prefix, what is selected, things by name and bulk actions', () => {
    const found = (query: string, danger: readonly string[] = []) =>
      paletteGroups(query, {
        ...sourcesWith(),
        commands: [
          command('bulk.retry', 'Send retries', 'Bulk actions'),
          command('go.retries', 'Go to retries', 'Go'),
          command('delivery.now', 'Now retries', 'Delivery'),
          command('delivery.delete', 'Retries deleted', 'Delivery'),
        ].map((entry) => ({ ...entry, danger: danger.includes(entry.id) })),
        entities: [command('dst_1', 'My retries', 'Destinations')],
      });
    expect(found('retries').map(({ items }) => items[0]?.title)).toEqual([
      'Retries deleted',
      'My retries',
      'Go to retries',
      'Send retries',
    ]);
    expect(found('retries', ['delivery.delete'])[0]?.items.map(({ title }) => title)).toEqual([
      'Now retries',
      'Retries deleted',
    ]);
    expect(found('deleted', ['delivery.delete']).map(({ items }) => items)).toMatchObject([
      [{ title: 'Retries deleted', danger: true }],
    ]);
  });

  it('puts no bulk action first while anything else matches', () => {
    const commands = [
      command('bulk.retry', 'Retry all deliveries…', 'Bulk actions'),
      command('go.retries', 'Go to retry rules', 'Go'),
    ];
    const firsts = paletteGroups('retr', { ...sourcesWith(), commands }).map(
      ({ items }) => items[0]?.title,
    );
    expect(firsts).toEqual(['Go to retry rules', 'Retry all deliveries…']);
  });

  it('lists nothing for an unknown name', () => {
    expect(titles('xyzzy')).toEqual([]);
  });
});
