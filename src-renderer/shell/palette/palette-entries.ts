/** Palette entries for the typed text. Pure. */
import { globalSections } from '#renderer/kit/keyboard/commands.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Its heading. */
  readonly section: string;
  /** Other words that find it. */
  readonly keywords?: readonly string[] | undefined;
  readonly shortcut?: string | undefined;
  /** Enter never runs it unless it was chosen. */
  readonly danger?: boolean | undefined;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly section: string;
  readonly items: readonly PaletteEntry[];
}

export interface PaletteSources {
  readonly commands: readonly PaletteEntry[];
  /** Named entities, such as destinations. */
  readonly entities: readonly PaletteEntry[];
  /** Entries run last, newest first. */
  readonly recentIds: readonly string[];
  readonly goToDelivery: (id: number) => void;
}

/** Ranks below every match of a title. */
const keywordRank = 500;
/** Ranks below every match of adjacent letters. */
const scatteredRank = 1_000;

/** Letters in order, the first at the start of a word: "sdt" finds "Send test". Null if there are none. */
function scatteredIndex(text: string, word: string): number | null {
  const isStart = (index: number): boolean => !/[a-z0-9]/.test(text[index - 1] ?? ' ');
  for (let first = 0; first < text.length; first += 1) {
    if (text[first] !== word[0] || !isStart(first)) continue;
    let end = first;
    for (const letter of word.slice(1)) {
      end = text.indexOf(letter, end + 1);
      if (end < 0) break;
    }
    if (end >= 0) return scatteredRank + end - first;
  }
  return null;
}

function wordRank(text: string, word: string): number | null {
  const index = text.indexOf(word);
  return index >= 0 ? index : scatteredIndex(text, word);
}

/** Every word must match somewhere, in any order; an earlier first match ranks higher. */
function matchRank(text: string, words: readonly string[]): number | null {
  const lower = text.toLowerCase();
  const ranks = words.map((word) => wordRank(lower, word));
  if (ranks.some((rank) => rank === null)) return null;
  return Math.max(...ranks.map((rank) => rank ?? 0)) >= scatteredRank
    ? Math.max(...ranks.map((rank) => rank ?? 0))
    : (ranks[0] ?? 0);
}

/** Each word must start a keyword. */
const matchesKeywords = (keywords: readonly string[], words: readonly string[]): boolean =>
  words.every((word) => keywords.some((keyword) => keyword.startsWith(word)));

function rankOf(entry: PaletteEntry, words: readonly string[]): number | null {
  const rank = matchRank(`${entry.title} ${entry.section}`, words);
  if (rank !== null && rank < keywordRank) return rank;
  return matchesKeywords(entry.keywords ?? [], words) ? keywordRank : rank;
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

const bulkSection = 'Bulk actions';

const isCreating = ({ id }: PaletteEntry): boolean => id.endsWith('.new');
const isGlobal = (entry: PaletteEntry): boolean =>
  isCreating(entry) || globalSections.includes(entry.section);

/** Commands of the page, recent entries, navigation, and the other commands. */
function orderedEntries({
  commands,
  entities,
  recentIds,
}: PaletteSources): readonly PaletteEntry[] {
  const entries = [...commands, ...entities];
  const recent = recentIds.flatMap((recentId) => entries.find(({ id }) => id === recentId) ?? []);
  return [
    ...commands.filter((entry) => !isGlobal(entry)),
    ...recent.map((entry) => ({ ...entry, id: `recent ${entry.id}`, section: 'Recent' })),
    ...commands.filter((entry) => entry.section === 'Go' && !isCreating(entry)),
    ...commands.filter(isCreating).map((entry) => ({ ...entry, section: 'Create' })),
    ...commands.filter((entry) => isGlobal(entry) && entry.section !== 'Go' && !isCreating(entry)),
  ];
}

/** How it matches, best first: at the start of the title, within, by a keyword, scattered. */
function matchClass({ title }: PaletteEntry, words: readonly string[], rank: number): number {
  if (title.toLowerCase().startsWith(words.join(' '))) return 0;
  return rank < keywordRank ? 1 : rank < scatteredRank ? 2 : 3;
}

/** Of equal matches: commands of what is selected, things by name, bulk actions. */
function kindRank(entry: PaletteEntry, { entities }: PaletteSources): number {
  if (entry.section === bulkSection) return 2;
  return isGlobal(entry) || entities.includes(entry) ? 1 : 0;
}

/** Enter runs the first entry, so it is not a dangerous or bulk one if there is another. */
function safeFirst(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const safe = entries.find(({ danger, section }) => danger !== true && section !== bulkSection);
  return safe === undefined ? entries : [safe, ...entries.filter((entry) => entry !== safe)];
}

/** For empty input, what is most likely first; else all matches, best first. */
export function paletteGroups(query: string, sources: PaletteSources): readonly PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return bySection(safeFirst(orderedEntries(sources)));
  const matching = [...sources.commands, ...sources.entities].flatMap((entry) => {
    const rank = rankOf(entry, words);
    if (rank === null) return [];
    return [{ entry, ranks: [matchClass(entry, words, rank), kindRank(entry, sources), rank] }];
  });
  const ranked = matching
    .toSorted((a, b) => compareRanks(a.ranks, b.ranks))
    .map(({ entry }) => entry);
  return bySection(safeFirst([...deliveryEntry(words, sources), ...ranked]));
}

/** By the first difference. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((rank, at) => rank !== b[at]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}
