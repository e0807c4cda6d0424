/** Columns shared by the inspector lists. */

import { Play } from 'lucide-react';
import { navigate } from '#renderer/stores/route-store.ts';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { MessageType } from '#shared/schemas/message.ts';

export const typeColumn: VirtualListColumn<{ readonly type: MessageType }> = {
  id: 'type',
  heading: 'Type',
  width: '68px',
  hideBelow: 320,
  cell: ({ type }) => <TypeMark type={type} />,
};

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
