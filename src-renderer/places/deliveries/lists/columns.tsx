import { Columns3 } from 'lucide-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { setSettings, useSettings } from '#renderer/kit/data/system.ts';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { MessageType } from '#shared/ingestion/message.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { ListColumn, userColumn } from '#shared/settings/settings.ts';

/** Common paths, as a start. */
const examples = [userColumn, 'messageId', 'properties.orderId', 'traits.email'];

/** Chooses what identifies a row in Deliveries and Messages: its action, and what that opens beside a button. */
export function useColumnPicker(anchor: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);
  const [action] = useActions('List', [
    {
      id: 'list.column',
      title: 'Choose list column',
      label: 'List column…',
      icon: Columns3,
      menu: 'list',
      run: () => setOpen(true),
    },
  ]);
  const picker = (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title="List column"
      className="w-80"
      anchor={anchor}
    >
      <ColumnForm onDone={() => setOpen(false)} />
    </Popover>
  );
  return { action, picker };
}

function ColumnForm({ onDone }: { onDone: () => void }) {
  const current = useSettings()?.listColumn ?? userColumn;
  const [path, setPath] = useState(current);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const apply = (text: string): void => {
    const checked = ListColumn.safeParse(text.trim());
    if (!checked.success) {
      setError(checked.error.issues[0]?.message);
      field.current?.focus();
      return;
    }
    onDone();
    void perform("Can't change the column", async () =>
      setSettings(await core.settings.update({ listColumn: checked.data })),
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply(path);
      }}
    >
      <Field label="Value" hint="user, or a path such as properties.orderId" error={error}>
        <TextField
          ref={field}
          mono
          value={path}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => {
            setPath(currentTarget.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
        {examples.map((example) => (
          <Button key={example} variant="quiet" size="small" onClick={() => apply(example)}>
            {example}
          </Button>
        ))}
        <Button type="submit" variant="primary" className="ml-auto">
          Apply
        </Button>
      </div>
    </form>
  );
}

// Columns shared by the lists.

interface Labeled {
  readonly type: MessageType;
  readonly label: string;
  readonly columnValue: string | null;
}

/** What a row says about its event: `Delete user`, or a trait and its value. The user has a column of its own. */
export function RowText({ row: { type, label, columnValue } }: { row: Labeled }) {
  if (type === 'delete') return 'Delete user';
  const user = `${columnValue} · `;
  const text = visibleLine(
    type === 'identify' && label.startsWith(user) ? label.slice(user.length) : label,
  );
  const [, trait, value] = (type === 'identify' && /^(.+): (true|false)$/.exec(text)) || [];
  if (value === undefined) return text;
  return (
    <>
      {trait}
      <ArrowTo />
      {value}
    </>
  );
}

export const typeColumn: VirtualListColumn<{ readonly type: MessageType }> = {
  id: 'type',
  heading: 'Type',
  width: '68px',
  hideBelow: 600,
  cell: ({ type }) => <TypeMark type={type} />,
};

/** The type in a list too narrow for its column: for screen readers. */
export function NarrowTypeMark({ type }: { type: MessageType }) {
  return <span className="sr-only @lg:hidden">{type}</span>;
}

/** A secondary name; in full on hover. */
export function quietColumn<Item>(
  heading: string,
  width: string,
  textOf: (item: Item) => string,
  hideBelow = 400,
): VirtualListColumn<Item> {
  return {
    id: heading.toLowerCase(),
    heading,
    width,
    hideBelow,
    cell: (item) => (
      <span className="truncate text-fg-2" title={visibleLine(textOf(item))}>
        {visibleLine(textOf(item))}
      </span>
    ),
  };
}

const showsColumnBelow = 340;

/** Adds the column chosen in the settings after the event. */
export function useWithChosenColumn<Item extends { readonly columnValue: string | null }>(
  columns: readonly VirtualListColumn<Item>[],
): readonly VirtualListColumn<Item>[] {
  const path = useSettings()?.listColumn ?? userColumn;
  return useMemo(() => {
    const chosenColumn = quietColumn<Item>(
      columnHeading(path),
      'minmax(0,0.9fr)',
      ({ columnValue }) => columnValue ?? '',
      showsColumnBelow,
    );
    const index = columns.findIndex(({ id }) => id === 'event') + 1;
    return [...columns.slice(0, index), { ...chosenColumn, id: 'chosen' }, ...columns.slice(index)];
  }, [columns, path]);
}

/** `properties.orderId` reads "orderId". */
const columnHeading = (path: string): string =>
  path === userColumn ? 'User' : (/[^.]+$/.exec(path)?.[0] ?? path);

export function ageColumn<Item>(atOf: (item: Item) => number): VirtualListColumn<Item> {
  return {
    id: 'age',
    heading: 'Age',
    width: '44px',
    align: 'end',
    cell: (item) => <Time at={atOf(item)} className="text-small text-fg-3 tabular-nums" />,
  };
}
