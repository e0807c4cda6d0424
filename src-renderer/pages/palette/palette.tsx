import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import {
  listedCommands,
  shortcutsOf,
  useCommandStore,
  useCommands,
} from '#renderer/keyboard/commands.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { type PaletteEntry, paletteEntries } from './palette-entries.ts';
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

interface PaletteListProps {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
}

function PaletteList({ id, entries, active, onActive, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  if (entries.length === 0) {
    return (
      <p className="px-4 py-6 text-center text-fg-2" role="status">
        Nothing has this name. Commands, destinations, sources and delivery numbers are searched.
      </p>
    );
  }
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-1.5 outline-none"
    >
      {entries.map((entry, index) => (
        <div key={entry.id} role="presentation">
          {entries[index - 1]?.section !== entry.section && (
            <div aria-hidden="true" className="px-2 pt-2 pb-1 text-label text-fg-3">
              {entry.section}
            </div>
          )}
          <button
            type="button"
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onMouseMove={() => index !== active && onActive(index)}
            onClick={() => onChoose(entry)}
            className={cx(
              'flex h-8 w-full items-center gap-2 rounded-control px-2 text-left',
              index === active ? 'bg-accent-bg text-accent' : 'text-fg',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{entry.title}</span>
            {entry.shortcut && <Kbd shortcut={entry.shortcut} />}
          </button>
        </div>
      ))}
    </div>
  );
}
