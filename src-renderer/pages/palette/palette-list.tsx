import { useEffect, useRef } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import type { PaletteEntry } from './palette-entries.ts';

interface PaletteListProps {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
}

export function PaletteList({ id, entries, active, onActive, onChoose }: PaletteListProps) {
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
