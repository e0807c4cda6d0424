/** What the palette offers for what has been typed. Pure. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** The heading it stands under. */
  readonly section: string;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly section: string;
  readonly items: readonly PaletteEntry[];
}

export interface PaletteSources {
  readonly commands: readonly PaletteEntry[];
  /** Everything that has a name. */
  readonly places: readonly PaletteEntry[];
  readonly goToDelivery: (id: number) => void;
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

/** Sections stand in the order of their first entry. */
function bySection(entries: readonly PaletteEntry[]): readonly PaletteGroup[] {
  const sections = Map.groupBy(entries, ({ section }) => section);
  return [...sections].map(([section, items]) => ({ section, items }));
}

/** Commands alone while nothing is typed; else everything that holds the words, best first. */
export function paletteGroups(query: string, sources: PaletteSources): readonly PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return bySection(sources.commands);
  const found = [...sources.commands, ...sources.places].flatMap((entry) => {
    const rank = matchRank(`${entry.title} ${entry.section}`, words);
    return rank === null ? [] : [{ entry, rank }];
  });
  const ranked = found.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
  return bySection([...deliveryEntry(words, sources), ...ranked]);
}
