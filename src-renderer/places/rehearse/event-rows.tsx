import { CodeView } from '#renderer/ui/code-view.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { formatOffset } from '#shared/kit/duration.ts';
import { eventText } from '#shared/report/event-text.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';

interface EventRowsProps {
  readonly label: string;
  readonly events: readonly HistoryEvent[];
  readonly frameless?: boolean;
}

/** Events, one per line. Those with a body or headers can be expanded. */
export function EventRows({ label, events, frameless = false }: EventRowsProps) {
  return (
    <ul aria-label={label} className={frameless ? undefined : 'rounded-control border border-line'}>
      {events.map((event, index) => (
        // Events may be equal.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <li key={index} className="border-b border-line px-2 py-1 text-small last:border-b-0">
          <EventRow event={event} />
        </li>
      ))}
    </ul>
  );
}

function EventRow({ event }: { event: HistoryEvent }) {
  const body = bodyOf(event);
  const line = (
    <span className="flex gap-3">
      <span className="w-24 flex-none text-fg-3 tabular-nums">{formatOffset(event.at)}</span>
      <span className="w-16 flex-none text-fg-2">{event.kind}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{eventText(event)}</span>
    </span>
  );
  if (body === '') return <div className="pl-5">{line}</div>;
  return (
    <Disclosure title={line} className="w-full">
      <CodeView text={body} language="text" label={`Content of the ${event.kind}`} />
    </Disclosure>
  );
}

function bodyOf(event: HistoryEvent): string {
  if (!('headers' in event)) return event.kind === 'message' ? (event.body ?? '') : '';
  const head = event.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return 'body' in event && event.body !== '' ? `${head}\n\n${event.body}` : head;
}
