import { useCallback, useMemo } from 'react';
import { MainList } from '#renderer/kit/lists/list.tsx';
import { TypeMark } from '#renderer/ui/badge.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { SendEvent } from './send-request.ts';
import { chooseEvent, useSend } from './send-store.ts';

interface SampleListProps {
  readonly events: readonly SendEvent[];
  readonly chosen: string | null;
  /** Enter moves focus to the editor. */
  readonly onOpen: () => void;
}

function nameOf(event: SendEvent): string {
  return event.name;
}

/** A sample of every type, and copies of messages. */
export function SampleList({ events, chosen, onOpen }: SampleListProps) {
  const texts = useSend((state) => state.texts);
  const isChanged = useCallback((name: string) => texts[name] !== undefined, [texts]);
  const columns = useMemo<readonly VirtualListColumn<SendEvent>[]>(
    () => [
      {
        id: 'event',
        heading: 'Event',
        headingHidden: true,
        width: 'minmax(0,1fr)',
        cell: (event) => (
          <span className="min-w-0 flex-1">
            <span className="block truncate" title={event.title}>
              {event.title}
            </span>
            <span className="flex items-center gap-1.5 text-label text-fg-2">
              {event.kind === 'payload' && event.profile !== null ? (
                <span className="truncate">{profileOf({ profile: event.profile }).name}</span>
              ) : (
                <TypeMark type={event.kind === 'payload' ? 'payload' : event.type} />
              )}
              {isChanged(event.name) && <span>· changed</span>}
            </span>
          </span>
        ),
      },
    ],
    [isChanged],
  );
  return (
    <MainList<SendEvent>
      label="Samples"
      nouns="events"
      list={{ items: events, status: 'ready', problem: null, reload: () => undefined }}
      rowKey={nameOf}
      rowHeight={49}
      columns={columns}
      selectedKey={chosen}
      onSelect={(event) => chooseEvent(event.name)}
      onOpen={onOpen}
      empty={null}
    />
  );
}
