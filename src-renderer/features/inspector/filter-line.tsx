import { Autocomplete } from '@base-ui/react/autocomplete';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Suggestion, suggest } from '#shared/lib/filter/suggest.ts';
import { knownValues } from './filter-values.ts';

interface FilterLineProps {
  /** In the frame before the line: what applies already. */
  readonly leading: ReactNode;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** What was typed is meant. */
  readonly onTake: (typed: string) => void;
  /** Backspace where nothing is typed. */
  readonly onBack: () => void;
  readonly placeholder: string;
  readonly invalid: boolean;
  /** Id of what explains it, or says what is wrong. */
  readonly describedBy: string;
}

/** The line in which a term is written: what may follow is offered, whatever is meant may be typed. */
export function FilterLine(props: FilterLineProps) {
  const { inputRef, typed, onType, onTake, onBack } = props;
  const [open, setOpen] = useState(false);
  const [cursor, setCursor] = useState(0);
  const highlighted = useRef<Suggestion | undefined>(undefined);
  const suggestions = useMemo(
    () => (open ? suggest(typed, Math.min(cursor, typed.length), knownValues()) : []),
    [open, typed, cursor],
  );

  const write = (text: string, at: number): void => {
    onType(text);
    setCursor(at);
    requestAnimationFrame(() => inputRef.current?.setSelectionRange(at, at));
  };
  const pick = ({ text, whole, cursor: at }: Suggestion): void => {
    const isDone = whole && at === text.length;
    setOpen(!isDone);
    if (isDone) onTake(text);
    else write(text, at);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && highlighted.current === undefined && typed !== '') {
      setOpen(false);
      onTake(typed);
    }
    if (event.key === 'Tab' && !event.shiftKey && open && typed !== '' && suggestions[0]) {
      event.preventDefault();
      pick(highlighted.current ?? suggestions[0]);
    }
    if (event.key === 'Backspace' && typed === '') {
      // What comes back into the line must not lose its last character at once.
      event.preventDefault();
      onBack();
    }
  };
  return (
    <Autocomplete.Root<Suggestion>
      items={suggestions}
      mode="none"
      value={typed}
      itemToStringValue={({ text }) => text}
      open={open && suggestions.length > 0}
      onOpenChange={(next, { reason }) => {
        if (reason !== 'item-press') setOpen(next);
      }}
      onItemHighlighted={(item) => {
        highlighted.current = item;
      }}
      onValueChange={(next, { reason }) => {
        const picked = suggestions.find(({ text }) => text === next);
        if (reason === 'item-press' && picked !== undefined) return pick(picked);
        onType(next);
        setCursor(inputRef.current?.selectionStart ?? next.length);
        setOpen(next !== '');
      }}
      openOnInputClick
    >
      <Autocomplete.InputGroup className="control-frame flex h-auto min-h-[30px] min-w-0 flex-1 flex-wrap items-center gap-1.5 px-2 py-1">
        {props.leading}
        <Autocomplete.Input
          ref={inputRef}
          aria-label="Filter deliveries"
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          placeholder={props.placeholder}
          spellCheck={false}
          autoCapitalize="off"
          onKeyDown={handleKey}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
          className="bytes h-5 min-w-24 flex-1 bg-transparent outline-none placeholder:font-sans placeholder:text-fg-3 placeholder:tracking-normal focus-visible:outline-none"
        />
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={5} align="start" collisionPadding={8} className="z-50">
          <Autocomplete.Popup className="floating max-h-[min(320px,var(--available-height))] min-w-72 overflow-y-auto p-1 data-empty:hidden">
            <Autocomplete.List>
              {(item: Suggestion) => (
                <Autocomplete.Item
                  key={item.label}
                  value={item}
                  className="flex h-7 items-center gap-4 rounded-chip px-2 outline-none data-highlighted:bg-bg-3"
                >
                  <span className="bytes max-w-64 truncate">{item.label}</span>
                  <span className="ml-auto text-small whitespace-nowrap text-fg-3">
                    {item.meaning}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
