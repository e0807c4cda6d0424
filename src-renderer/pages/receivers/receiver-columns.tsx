import { TriangleAlert } from 'lucide-react';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-column.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { behaviourLine } from './editor/behavior-labels.ts';
import { receiverDrafts } from './editor/receiver-drafts.ts';
import { ListeningMark } from './listening-mark.tsx';

/** The address without what goes without saying. */
function shortUrl(url: string | null): string {
  return url === null ? 'no address' : url.replace(/^http:\/\//, '');
}

function ReceiverCell({ receiver }: { receiver: Receiver }) {
  const { id, name, url, listening, problem, answered } = receiver;
  const hasDraft = receiverDrafts.useDrafts(({ byId }) => byId[id] !== undefined);
  const behaviour = behaviourLine(receiver);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex min-w-0 items-center gap-1.5">
        <ListeningMark listening={listening} />
        <span className="truncate font-medium" title={name}>
          {visibleLine(name)}
        </span>
        {problem !== null && (
          <span className="flex-none text-warn" title={problem}>
            <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          </span>
        )}
        {answered > 0 && (
          <span
            className="ml-auto flex-none pl-1 text-small text-fg-2 tabular-nums"
            title="Answered since its steps began, with the start at the latest"
          >
            {answered.toLocaleString('en')}
            <span className="sr-only"> answered</span>
          </span>
        )}
      </span>
      <span className="block truncate pl-5 text-small text-fg-2" title={behaviour}>
        {behaviour}
      </span>
      {problem === null ? (
        <span className="bytes block truncate pl-5 text-fg-3" title={url ?? undefined}>
          {hasDraft && <span className="font-sans text-fg-2">not saved yet · </span>}
          {shortUrl(url)}
        </span>
      ) : (
        <span className="block truncate pl-5 text-small text-warn" title={problem}>
          {problem}
        </span>
      )}
    </span>
  );
}

export const receiverColumns: readonly VirtualListColumn<Receiver>[] = [
  {
    id: 'receiver',
    heading: 'Receiver',
    headingHidden: true,
    width: 'minmax(0,1fr)',
    cell: (receiver) => <ReceiverCell receiver={receiver} />,
  },
];
