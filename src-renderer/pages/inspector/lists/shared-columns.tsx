/** Columns shared by the inspector lists. */

import { collections, useItems } from '#renderer/data/collections.ts';
import { useSystem } from '#renderer/data/system.ts';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { MessageType } from '#shared/schemas/message.ts';
import { firstEventCommand } from '../deliveries/curl.ts';

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

/** The endpoint, and a command that sends an event with a real write key. */
export function FirstSteps() {
  const sources = useItems(collections.sources);
  const source = sources.find((item) => item.enabled) ?? sources[0];
  const ingestUrl = useSystem()?.ingestUrl ?? null;
  if (source === undefined || ingestUrl === null) return <>Send an event to see it here.</>;
  return (
    <>
      Point an SDK here, or send "{source.name}" from a terminal.
      <Copyable label="Copy endpoint" text={ingestUrl} />
      <Copyable label="Copy command" text={firstEventCommand(ingestUrl, source.writeKey)} />
    </>
  );
}

function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <span className="mt-2 flex items-start gap-1 rounded-control border border-line bg-bg-2 py-[3px] pr-[3px] pl-2.5 text-left">
      <code className="bytes min-w-0 flex-1 py-[3px] leading-[18px] break-words [overflow-wrap:anywhere] text-fg">
        {text}
      </code>
      <CopyButton value={text} label={label} />
    </span>
  );
}
