/** Columns shared by the inspector lists. */

import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { useSettings } from '#renderer/data/system.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { MessageType } from '#shared/schemas/message.ts';
import { userColumn } from '#shared/schemas/settings.ts';

export const typeColumn: VirtualListColumn<{ readonly type: MessageType }> = {
  id: 'type',
  heading: 'Type',
  width: '68px',
  hideBelow: 600,
  cell: ({ type }) => <TypeMark type={type} />,
};

/** The type in a list too narrow for its column: the name gets the room. */
export function NarrowTypeMark({ type }: { type: MessageType }) {
  return (
    <span className="flex-none @lg:hidden">
      <TypeMark type={type} compact />
    </span>
  );
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

/** The action of empty lists. */
export function TestYourWebhook() {
  return (
    <Button variant="primary" icon={Play} onClick={() => navigate({ page: 'start' })}>
      Test your webhook
    </Button>
  );
}
