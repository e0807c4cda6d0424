import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { collections, itemsOf } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { deliveryLists, messageLists } from '#renderer/kit/data/live-lists.ts';
import { runCommand } from '#renderer/kit/keyboard/commands.ts';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import { webhooksOf } from '#shared/connections/destination.ts';
import { bodyPathText } from '#shared/filter/print.ts';
import {
  type BodyPathExample,
  type KnownValues,
  type Suggestion,
  suggest,
} from '#shared/filter/suggest.ts';
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';

// Paths in the bodies of recent deliveries, for suggestions.

/** Deliveries to look at, one per kind of message. */
const maxBodies = 12;
const staleMs = 10_000;
const maxDepth = 5;
const maxExampleLength = 40;

function pathsIn(value: unknown, path: readonly string[]): readonly BodyPathExample[] {
  if (!Array.isArray(value) && !isJsonObject(value))
    return path.length === 0
      ? []
      : [
          {
            path: `body${bodyPathText(path)}`,
            example: String(JSON.stringify(value)).slice(0, maxExampleLength),
          },
        ];
  if (Array.isArray(value) || path.length === maxDepth) return [];
  return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
}

async function loadBodyPaths(signal: AbortSignal): Promise<readonly BodyPathExample[]> {
  const kinds = new Map(
    deliveryLists.rowsNow().map(({ id, type, label }) => [`${type} ${label}`, id]),
  );
  const ids = [...kinds.values()].slice(0, maxBodies);
  const details = await Promise.all(ids.map((id) => core.deliveries.get({ id }, { signal })));
  const found = new Map<string, BodyPathExample>();
  for (const { bodyText } of details)
    if (bodyText !== null)
      for (const one of pathsIn(parseExact(bodyText), []))
        if (!found.has(one.path)) found.set(one.path, one);
  return [...found.values()].sort((a, b) => a.path.localeCompare(b.path));
}

/** Loaded when the user starts to type one. */
const useBodyPaths = (typed: string): readonly BodyPathExample[] =>
  useQuery({
    queryKey: ['body-paths'],
    queryFn: ({ signal }) => loadBodyPaths(signal),
    enabled: /\bbody\b/i.test(typed),
    staleTime: staleMs,
  }).data ?? noPaths;

const noPaths: readonly BodyPathExample[] = [];

interface FilterLineProps {
  /** Accessible name. */
  readonly label: string;
  /** Before the input: the applied terms. */
  readonly leading: ReactNode;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Whether suggestions are shown. */
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Applies the typed text; returns whether it is valid. */
  readonly onTake: (typed: string) => boolean;
  /** Backspace in an empty input. */
  readonly onBack: () => void;
  /** Escape: what is applied counts. */
  readonly onRestore: () => void;
  readonly placeholder: string;
  readonly invalid: boolean;
  /** ID of the explanation or error. */
  readonly describedBy: string;
}

/** Heights of the explanation below the input and of a problem, which suggestions must not cover. */
const meaningPx = 30;
const problemPx = 54;

type LineKeyEvent = KeyboardEvent<HTMLInputElement> & { readonly preventBaseUIHandler: () => void };

/** Input for a filter term, with suggestions. */
export function FilterLine(props: FilterLineProps) {
  const { inputRef, open, onOpenChange: setOpen, typed, onType, onTake, onBack } = props;
  const [cursor, setCursor] = useState(0);
  const writtenCursor = useRef<number | null>(null);
  const highlighted = useRef<Suggestion | undefined>(undefined);
  const bodyPaths = useBodyPaths(open ? typed : '');
  const suggestions = useMemo(
    () =>
      open
        ? suggest(typed, Math.min(cursor, typed.length), { values: knownValues(), bodyPaths })
        : [],
    [open, typed, cursor, bodyPaths],
  );

  const write = (text: string, at: number): void => {
    onType(text);
    setCursor(at);
    writtenCursor.current = at;
  };
  // With the text, before the next key.
  useLayoutEffect(() => {
    const at = writtenCursor.current;
    if (at !== null) inputRef.current?.setSelectionRange(at, at);
    writtenCursor.current = null;
  });
  const pick = ({ text, isComplete, cursor: at }: Suggestion): void => {
    const isDone = isComplete && at === text.length;
    setOpen(!isDone);
    if (isDone) onTake(text);
    else write(text, at);
  };
  const leave = (event: LineKeyEvent): void => {
    event.preventDefault();
    event.preventBaseUIHandler();
    setOpen(false);
    const list = inputRef.current
      ?.closest('section')
      ?.querySelector<HTMLElement>('[role="listbox"], [role="tree"]');
    if (list) list.focus();
    else inputRef.current?.blur();
  };
  const handleKey = (event: LineKeyEvent): void => {
    const isOffered = open && suggestions.length > 0;
    const isWritten = typed !== '' || highlighted.current !== undefined;
    if (event.key === 'Escape' && (!isOffered || typed === '')) {
      props.onRestore();
      leave(event);
    }
    if (event.key === 'ArrowDown' && !isOffered && typed !== '') leave(event);
    if (event.key === 'Enter' && !isWritten) leave(event);
    if (event.key === 'Enter' && highlighted.current === undefined && typed !== '') {
      setOpen(false);
      // The list has the new filter in the next frame.
      if (onTake(typed)) requestAnimationFrame(() => runCommand('list.first'));
    }
    const completion =
      highlighted.current ?? (/\S$/.test(typed.slice(0, cursor)) ? suggestions[0] : undefined);
    if (event.key === 'Tab' && !event.shiftKey && isOffered && typed !== '' && completion) {
      event.preventDefault();
      pick(completion);
    }
    if (event.key === 'Backspace' && typed === '') {
      // The same key press must not delete a character of the returned text.
      event.preventDefault();
      onBack();
    }
  };
  return (
    <SuggestField<Suggestion>
      leading={props.leading}
      offset={props.invalid ? problemPx : meaningPx}
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
      aria-label={props.label}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      placeholder={props.placeholder}
      onKeyDown={handleKey}
      onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
    />
  );
}

// Names in loaded data, for suggestions; looked up while typing.

function knownValues(): KnownValues['values'] {
  const destinations = itemsOf(collections.destinations);
  const rows = [...deliveryLists.rowsNow(), ...messageLists.rowsNow()];
  return {
    event: rows.filter(({ type }) => type === 'track').map(({ label }) => label),
    source: itemsOf(collections.sources).map(({ name }) => name),
    destination: destinations.map(({ name }) => name),
    url: destinations.flatMap((destination) => webhooksOf(destination).map(({ url }) => url)),
    endpoint: itemsOf(collections.mocks).map(({ name }) => name),
  };
}
