import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { listedCommands, shortcutsOf, useCommandStore } from '#renderer/keyboard/command-store.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { type PaletteEntry, paletteEntries } from './palette-entries.ts';
import { PaletteList } from './palette-list.tsx';
import { showOverlay, useOverlay } from './palette-store.ts';

/** Every command, and the way to any delivery or thing with a name, by typing. */
export function Palette() {
  const open = useOverlay((state) => state.open === 'palette');
  const input = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'palette.open',
      title: 'Search or command',
      section: 'View',
      shortcut: 'Mod+K',
      run: () => showOverlay(open ? null : 'palette'),
    },
  ]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => showOverlay(next ? 'palette' : null)}
      label="Search or command"
      initialFocus={input}
    >
      <PaletteBody inputRef={input} />
    </Dialog>
  );
}

function commandEntries(): readonly PaletteEntry[] {
  return listedCommands(useCommandStore.getState().commands)
    .filter((command) => command.id !== 'palette.open')
    .map((command) => ({
      id: command.id,
      title: command.title,
      section: command.section,
      shortcut: shortcutsOf(command)[0],
      run: command.run,
    }));
}

function goTo(
  page: 'destinations' | 'sources' | 'audiences' | 'receivers',
  ...list: readonly string[]
): (id: string) => void {
  return (id) => navigate({ page, path: [...list, id] });
}

function goToDelivery(id: number): void {
  navigate({ page: 'inspector', path: ['deliveries', String(id)] });
}

function PaletteBody({ inputRef }: { inputRef: React.RefObject<HTMLInputElement | null> }) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const destinations = useItems(collections.destinations);
  const sources = useItems(collections.sources);
  const audiences = useItems(collections.audiences);
  const traits = useItems(collections.traits);
  const receivers = useItems(collections.receivers);
  // Asked once per opening: which commands are enabled depends on what is behind the palette.
  const commands = useMemo(commandEntries, []);
  const entries = useMemo(
    () =>
      paletteEntries(query, {
        commands,
        destinations,
        sources,
        audiences,
        traits,
        receivers,
        goToDelivery,
        goToDestination: goTo('destinations'),
        goToSource: goTo('sources'),
        goToAudience: goTo('audiences', 'audiences'),
        goToTrait: goTo('audiences', 'traits'),
        goToReceiver: goTo('receivers'),
      }),
    [query, commands, destinations, sources, audiences, traits, receivers],
  );
  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    showOverlay(null);
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(entries[active]);
    else if (steps !== undefined) setActive((active + steps + entries.length) % entries.length);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex h-11 flex-none items-center gap-2.5 border-b border-line px-3.5">
        <Search className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
        <input
          ref={inputRef}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Type a command, a name, or the number of a delivery"
          aria-label="Search or command"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={entries[active] && `${listId}-${active}`}
          spellCheck={false}
          autoComplete="off"
          className="h-full min-w-0 flex-1 bg-transparent outline-none focus-visible:outline-none"
        />
      </div>
      <PaletteList
        id={listId}
        entries={entries}
        active={active}
        onActive={setActive}
        onChoose={run}
      />
    </>
  );
}
