import { ListFilter, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCommand } from '#renderer/keyboard/use-command.ts';
import { SettleButton } from '#renderer/parts/settle-button.tsx';
import type { DeliveryFilter } from '#renderer/stores/deliveries-store.ts';
import { useDestinations } from '#renderer/stores/destinations-store.ts';
import { Combobox } from '#renderer/ui/combobox.tsx';
import {
  chosenFilter,
  filterChips,
  filterSuggestions,
  settleProblem,
  settleTargetOf,
} from './delivery-filter.ts';
import { changeView } from './use-inspector-view.ts';

function applyFilter(filter: DeliveryFilter): void {
  changeView({ filter }, 'replace');
}

/** Narrows the list by state and destination: what applies stands as chips, what may follow is offered. */
export function DeliveryFilterBar({ filter }: { filter: DeliveryFilter }) {
  const frame = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const destinations = useDestinations((state) => state.items);
  const chips = filterChips(filter, destinations);
  const suggestions = filterSuggestions(filter, destinations);
  useCommand({
    id: 'list.filter',
    title: 'Filter deliveries',
    section: 'List',
    shortcut: ['Mod+F', '/'],
    run: () => frame.current?.querySelector('input')?.focus(),
  });
  const take = (text: string): void => {
    const next = chosenFilter(filter, suggestions, text);
    setTyped(next === null ? text : '');
    if (next !== null) applyFilter(next);
  };
  return (
    <div className="mx-2.5 my-2 flex flex-none gap-1.5">
      <search
        ref={frame}
        aria-label="Filter deliveries"
        className="control-frame flex min-w-0 flex-1 items-center gap-1.5 px-2"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed !== '') take(firstMatch(suggestions, typed));
          const last = chips.at(-1);
          if (event.key === 'Backspace' && typed === '' && last) applyFilter(last.without);
        }}
      >
        <ListFilter className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
        {chips.map((chip) => (
          <button
            key={chip.text}
            type="button"
            aria-label={`Remove the filter ${chip.text}`}
            onClick={() => applyFilter(chip.without)}
            className="bytes flex h-5 max-w-[200px] flex-none items-center gap-1 rounded-chip bg-accent-bg pr-1 pl-1.5 font-medium text-accent hover:bg-bg-3"
          >
            <span className="truncate">{chip.text}</span>
            <X size={11} strokeWidth={2} aria-hidden="true" />
          </button>
        ))}
        <Combobox
          aria-label="Filter deliveries"
          value={typed}
          onChange={take}
          suggestions={suggestions.map((suggestion) => suggestion.text)}
          placeholder={chips.length === 0 ? 'Filter by state or destination' : ''}
          className="h-full flex-1 border-0 bg-transparent px-0 focus-within:outline-0"
        />
      </search>
      <SettleButton
        target={settleTargetOf(filter, destinations)}
        problem={settleProblem(filter, destinations)}
      />
    </div>
  );
}

function firstMatch(suggestions: readonly { text: string }[], typed: string): string {
  const wanted = typed.toLowerCase();
  return suggestions.find(({ text }) => text.toLowerCase().includes(wanted))?.text ?? typed;
}
