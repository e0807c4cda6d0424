import { SatelliteDish, Send } from 'lucide-react';
import { focusDetail, focusPane } from '#renderer/components/focus.ts';
import { List } from '#renderer/components/list.tsx';
import { usesReceiver } from '#renderer/components/receiver-of.ts';
import { collections, useItems } from '#renderer/data/collections.ts';
import { receiverLogs, useLiveList } from '#renderer/data/live-lists.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { Receiver } from '#shared/schemas/receiver.ts';
import type { ReceiverEntry } from '#shared/schemas/receiver-request.ts';
import { openRequest } from '../receiver-actions.ts';
import { putIntoNewDestination } from '../use-as-webhook.ts';
import { requestColumns } from './request-columns.tsx';

const listName = 'Requests';

/** From the list of receivers into the log of the one that is chosen; before there is any, the pane. */
export function focusRequests(): void {
  const list = document.querySelector<HTMLElement>(`[role="listbox"][aria-label="${listName}"]`);
  if (list === null) focusPane();
  else list.focus();
}

interface RequestsListProps {
  readonly receiver: Receiver;
  readonly requestId: number | null;
}

/** The log of one receiver, newest first, live. */
export function RequestsList({ receiver, requestId }: RequestsListProps) {
  const list = useLiveList(receiverLogs, receiver.id);
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg-1">
      <List<ReceiverEntry>
        label={listName}
        nouns="requests"
        list={list}
        rowKey={({ id }) => String(id)}
        columns={requestColumns}
        selectedKey={requestId === null ? null : String(requestId)}
        onSelect={(entry) => openRequest(receiver.id, entry.id)}
        onOpen={focusDetail}
        totalCount={list.hasMore ? undefined : list.items.length}
        empty={<NoRequests receiver={receiver} />}
      />
    </div>
  );
}

/** Why the log is empty, and the next step. */
function NoRequests({ receiver }: { receiver: Receiver }) {
  const { url, listening, secret } = receiver;
  const isUsed = useItems(collections.destinations).some((destination) =>
    usesReceiver(destination, receiver),
  );
  if (url === null || listening === 'refusing')
    return (
      <EmptyState icon={SatelliteDish} title="Nothing has reached it">
        {url === null
          ? 'Not listening'
          : 'Connections are refused by the operating system and not logged.'}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SatelliteDish}
      title="Nothing has reached it yet"
      actions={
        isUsed ? (
          <Button variant="primary" icon={Send} onClick={() => navigate({ page: 'send' })}>
            Send a sample…
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void putIntoNewDestination(receiver)}>
            Use as webhook of a new destination
          </Button>
        )
      }
    >
      {isUsed
        ? `A destination sends to it: what comes appears here at once${secret === '' ? '' : ', with its signature checked'}.`
        : 'No destination sends to it yet. Anything else may: each request appears here at once.'}
      <span className="mt-2 flex items-start gap-1 rounded-control border border-line bg-bg-2 py-[3px] pr-[3px] pl-2.5 text-left">
        <code className="bytes min-w-0 flex-1 py-[3px] leading-[18px] [overflow-wrap:anywhere] text-fg">
          {curlOf(receiver, url)}
        </code>
        <CopyButton value={curlOf(receiver, url)} label="Copy the command" />
      </span>
    </EmptyState>
  );
}

/** A bad certificate is the point of some receivers, so curl is not told to look away. */
function curlOf({ tls }: Receiver, url: string): string {
  return `curl${tls === 'none' ? '' : ' -v'} -d '{"type":"track","event":"Tried"}' ${url}`;
}
