import { Autocomplete } from '@base-ui/react/autocomplete';
import {
  ArrowRight,
  Bell,
  CircleQuestionMark,
  Clock,
  History,
  type LucideIcon,
  Monitor,
  Plug,
  Plus,
  SatelliteDish,
  Search,
  Share2,
  TextSearch,
  Users,
  Zap,
} from 'lucide-react';
import { type RefObject, useEffect, useMemo } from 'react';
import { z } from 'zod';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { listedCommands, shortcutsOf, useCommandStore } from '#renderer/kit/keyboard/commands.ts';
import { setQuery, showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { remembered } from '#renderer/ui/remembered.ts';
import { type PaletteEntry, type PaletteGroup, paletteGroups } from './palette-entries.ts';

// Palette entries that were run last, in this window and after a reload.

const key = 'palette.recent';
const maxRecent = 5;

function recentIds(): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(remembered.getItem(key) ?? '[]'));
  } catch {
    // Stored by another version.
    return [];
  }
}

function noteRecent(id: string): void {
  const ids = [id, ...recentIds().filter((otherId) => otherId !== id)].slice(0, maxRecent);
  remembered.setItem(key, JSON.stringify(ids));
}

function commandEntries(): readonly PaletteEntry[] {
  return listedCommands(useCommandStore.getState().commands)
    .filter(({ id, isKeyOnly }) => id !== 'palette.open' && isKeyOnly !== true)
    .map((command) => ({
      id: command.id,
      title: command.title,
      section: command.section,
      keywords: command.keywords,
      shortcut: shortcutsOf(command)[0],
      danger: command.danger,
      run: command.run,
    }));
}

function goToDelivery(id: number): void {
  navigate({ page: 'deliveries', path: [String(id)] });
}

function entriesOf(
  section: string,
  items: readonly { readonly id: string; readonly name: string }[],
  { page, path = [] }: RouteTo,
): readonly PaletteEntry[] {
  return items.map(({ id, name }) => ({
    id: `${section} ${id}`,
    title: name,
    section,
    run: () => navigate({ page, path: [...path, id] }),
  }));
}

/** Named entities. */
function useEntities(): readonly PaletteEntry[] {
  const destinations = useItems(collections.destinations);
  const sources = useItems(collections.sources);
  const audiences = useItems(collections.audiences);
  const traits = useItems(collections.traits);
  const mocks = useItems(collections.mocks);
  return useMemo(
    () => [
      ...entriesOf('Destinations', destinations, { page: 'destinations' }),
      ...entriesOf('Sources', sources, { page: 'sources' }),
      ...entriesOf('Audiences', audiences, { page: 'audiences', path: ['audiences'] }),
      ...entriesOf('Computed traits', traits, { page: 'audiences', path: ['traits'] }),
      ...entriesOf('Mock endpoints', mocks, { page: 'mocks' }),
    ],
    [destinations, sources, audiences, traits, mocks],
  );
}

/** Finds commands, named entities and deliveries. */
export function PaletteBody({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const query = useOverlay((state) => state.query);
  const entities = useEntities();
  // If this code arrives after the dialog opened.
  useEffect(() => inputRef.current?.focus(), [inputRef]);
  // Evaluated on opening: enabled commands depend on the page.
  const commands = useMemo(commandEntries, []);
  const recent = useMemo(recentIds, []);
  const groups = useMemo(
    () => paletteGroups(query, { commands, entities, recentIds: recent, goToDelivery }),
    [query, commands, entities, recent],
  );
  // Before the input had the focus.
  const isEntered = useOverlay((state) => state.isEntered && state.query !== '');
  const first = groups[0]?.items[0];
  useEffect(() => {
    if (isEntered && first !== undefined && first.danger !== true) runEntry(first);
  }, [isEntered, first]);
  return (
    <Autocomplete.Root
      items={groups}
      mode="none"
      inline
      open
      autoHighlight={first?.danger === true ? false : 'always'}
      keepHighlight
      value={query}
      itemToStringValue={({ title }) => title}
      onValueChange={(typed, { reason }) => {
        if (reason !== 'item-press') setQuery(typed);
      }}
    >
      <div className="flex h-11 flex-none items-center gap-2.5 border-b border-line px-3.5">
        <Search className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
        <Autocomplete.Input
          ref={inputRef}
          placeholder="Search commands, names, delivery numbers"
          aria-label="Search"
          spellCheck={false}
          className="h-full min-w-0 flex-1 bg-transparent outline-none focus-visible:outline-none"
        />
      </div>
      <Autocomplete.Empty>
        {groups.length === 0 && <p className="px-4 py-6 text-center text-fg-2">No results</p>}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto p-1.5 outline-none data-empty:hidden"
      >
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.section} items={group.items}>
            <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-label text-fg-3">
              {group.section}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => <Entry key={entry.id} entry={entry} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** By section; other sections belong to the page. */
const icons: Readonly<Record<string, LucideIcon>> = {
  Go: ArrowRight,
  Create: Plus,
  Recent: History,
  View: Monitor,
  Clock,
  Alerts: Bell,
  Help: CircleQuestionMark,
  Destinations: Share2,
  Sources: Plug,
  Audiences: Users,
  'Computed traits': Users,
  Mocks: SatelliteDish,
  Deliveries: TextSearch,
  Delivery: TextSearch,
};

function runEntry(entry: PaletteEntry): void {
  showOverlay(null);
  // Also after it was run from there.
  noteRecent(entry.id.replace(/^recent /, ''));
  entry.run();
}

function Entry({ entry }: { entry: PaletteEntry }) {
  const Icon = icons[entry.section] ?? Zap;
  return (
    <Autocomplete.Item
      value={entry}
      className="flex h-8 items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-accent-bg data-highlighted:text-accent"
      onClick={() => runEntry(entry)}
    >
      <Icon className="icon-small flex-none text-fg-3" strokeWidth={1.5} aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{entry.title}</span>
      {entry.shortcut && <Kbd shortcut={entry.shortcut} />}
    </Autocomplete.Item>
  );
}
