/** Palette entries for the typed text. Pure. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Its heading. */
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
  /** Named entities, such as destinations. */
  readonly places: readonly PaletteEntry[];
  readonly goToDelivery: (id: number) => void;
}

/** Every word must match somewhere, in any order; an earlier first match ranks higher. */
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

/** Sections are in the order of their first entry. */
function bySection(entries: readonly PaletteEntry[]): readonly PaletteGroup[] {
  const sections = Map.groupBy(entries, ({ section }) => section);
  return [...sections].map(([section, items]) => ({ section, items }));
}

/** Only commands for empty input; else all matches, best first. */
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
