/** What the palette offers for what has been typed. Pure. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** The heading it stands under. */
  readonly section: string;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface PaletteSources {
  readonly commands: readonly PaletteEntry[];
  readonly destinations: readonly Named[];
  readonly sources: readonly Named[];
  readonly audiences: readonly Named[];
  readonly traits: readonly Named[];
  readonly receivers: readonly Named[];
  readonly goToDelivery: (id: number) => void;
  readonly goToDestination: (id: string) => void;
  readonly goToSource: (id: string) => void;
  readonly goToAudience: (id: string) => void;
  readonly goToTrait: (id: string) => void;
  readonly goToReceiver: (id: string) => void;
}

/** Each word must be found somewhere, in any order; the earlier the first one, the better. */
function matchRank(text: string, words: readonly string[]): number | null {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word));
  if (places.some((place) => place < 0)) return null;
  return places[0] ?? 0;
}

function deliveryEntry(words: readonly string[], sources: PaletteSources): readonly PaletteEntry[] {
  const digits = words.length === 1 ? /^#?(\d{1,15})$/.exec(words[0] ?? '')?.[1] : undefined;
  if (digits === undefined) return [];
  const id = Number(digits);
  return [
    {
      id: `delivery ${id}`,
      title: `Delivery ${id}`,
      section: 'Deliveries',
      run: () => sources.goToDelivery(id),
    },
  ];
}

function placesOf(sources: PaletteSources): readonly PaletteEntry[] {
  return [
    ...sources.destinations.map(({ id, name }) => ({
      id: `destination ${id}`,
      title: name,
      section: 'Destinations',
      run: () => sources.goToDestination(id),
    })),
    ...sources.sources.map(({ id, name }) => ({
      id: `source ${id}`,
      title: name,
      section: 'Sources',
      run: () => sources.goToSource(id),
    })),
    ...sources.audiences.map(({ id, name }) => ({
      id: `audience ${id}`,
      title: name,
      section: 'Audiences',
      run: () => sources.goToAudience(id),
    })),
    ...sources.traits.map(({ id, name }) => ({
      id: `trait ${id}`,
      title: name,
      section: 'Computed traits',
      run: () => sources.goToTrait(id),
    })),
    ...sources.receivers.map(({ id, name }) => ({
      id: `receiver ${id}`,
      title: name,
      section: 'Receivers',
      run: () => sources.goToReceiver(id),
    })),
  ];
}

/** Commands alone while nothing is typed; else everything that holds the words, best first. */
export function paletteEntries(query: string, sources: PaletteSources): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return bySection(sources.commands);
  const found = [...sources.commands, ...placesOf(sources)].flatMap((entry) => {
    const rank = matchRank(`${entry.title} ${entry.section}`, words);
    return rank === null ? [] : [{ entry, rank }];
  });
  const ranked = found.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
  return [...deliveryEntry(words, sources), ...bySection(ranked)];
}

/** Sections stand in the order of their first entry. */
function bySection(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const sections = [...new Set(entries.map((entry) => entry.section))];
  return sections.flatMap((section) => entries.filter((entry) => entry.section === section));
}
