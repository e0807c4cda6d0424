import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import { collections, itemsOf } from '#renderer/data/collections.ts';
import { deliveryLists } from '#renderer/data/live-lists.ts';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import { type KnownValues, type Suggestion, suggest } from '#shared/filter/suggest.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';

interface FilterLineProps {
  /** In the frame before the line: what applies already. */
  readonly leading: ReactNode;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Whether what may follow is offered. */
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
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

type LineKeyEvent = KeyboardEvent<HTMLInputElement> & { readonly preventBaseUIHandler: () => void };

/** The line in which a term is written: what may follow is offered, whatever is meant may be typed. */
export function FilterLine(props: FilterLineProps) {
  const { inputRef, open, onOpenChange: setOpen, typed, onType, onTake, onBack } = props;
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
  /** What is typed stays; with no list beside it the line is left for nothing in particular. */
  const leave = (event: LineKeyEvent): void => {
    event.preventDefault();
    event.preventBaseUIHandler();
    setOpen(false);
    const list = inputRef.current
      ?.closest('section')
      ?.querySelector<HTMLElement>('[role="listbox"]');
    if (list) list.focus();
    else inputRef.current?.blur();
  };
  const handleKey = (event: LineKeyEvent): void => {
    const isOffered = open && suggestions.length > 0;
    const isWritten = typed !== '' || highlighted.current !== undefined;
    if (event.key === 'Escape' && (!isOffered || typed === '')) leave(event);
    if (event.key === 'ArrowDown' && !isOffered && typed !== '') leave(event);
    if (event.key === 'Enter' && !isWritten) leave(event);
    if (event.key === 'Enter' && highlighted.current === undefined && typed !== '') {
      setOpen(false);
      onTake(typed);
    }
    const completion =
      highlighted.current ?? (/\S$/.test(typed.slice(0, cursor)) ? suggestions[0] : undefined);
    if (event.key === 'Tab' && !event.shiftKey && isOffered && typed !== '' && completion) {
      event.preventDefault();
      pick(completion);
    }
    if (event.key === 'Backspace' && typed === '') {
      // What comes back into the line must not lose its last character at once.
      event.preventDefault();
      onBack();
    }
  };
  return (
    <SuggestField<Suggestion>
      leading={props.leading}
      value={typed}
      onType={(text) => {
        onType(text);
        setCursor(inputRef.current?.selectionStart ?? text.length);
        setOpen(text !== '');
      }}
      offers={suggestions}
      open={open}
      onOpenChange={setOpen}
      onPick={pick}
      onHighlight={(suggestion) => {
        highlighted.current = suggestion;
      }}
      ref={inputRef}
      aria-label="Filter deliveries"
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      placeholder={props.placeholder}
      onKeyDown={handleKey}
      onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
    />
  );
}

// Names that occur in what is loaded, for suggestions: looked up when somebody types.

function knownValues(): KnownValues {
  const destinations = itemsOf(collections.destinations);
  const rows = deliveryLists.rowsNow();
  return {
    events: rows.filter(({ type }) => type === 'track').map(({ label }) => label),
    sources: itemsOf(collections.sources).map(({ name }) => name),
    destinations: destinations.map(({ name }) => name),
    urls: destinations.flatMap((one) => webhooksOf(one).map(({ url }) => url)),
  };
}
