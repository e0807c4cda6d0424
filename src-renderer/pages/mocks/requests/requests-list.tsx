import { SatelliteDish, Send } from 'lucide-react';
import { focusDetail, focusPane } from '#renderer/components/focus.ts';
import { List } from '#renderer/components/list.tsx';
import { usesMock } from '#renderer/components/mock-of.ts';
import { collections, useItems } from '#renderer/data/collections.ts';
import { mockLogs, useLiveList } from '#renderer/data/live-lists.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { Mock } from '#shared/schemas/mock.ts';
import type { MockEntry } from '#shared/schemas/mock-request.ts';
import { openRequest } from '../mock-actions.ts';
import { addToNewDestination } from '../use-as-webhook.ts';
import { requestColumns } from './request-columns.tsx';

const listName = 'Requests';

/** Focuses the request list, or the pane if it is empty. */
export function focusRequests(): void {
  const list = document.querySelector<HTMLElement>(`[role="listbox"][aria-label="${listName}"]`);
  if (list === null) focusPane();
  else list.focus();
}

interface RequestsListProps {
  readonly mock: Mock;
  readonly requestId: number | null;
}

export function RequestsList({ mock, requestId }: RequestsListProps) {
  const list = useLiveList(mockLogs, mock.id);
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg-1">
      <List<MockEntry>
        label={listName}
        nouns="requests"
        list={list}
        rowKey={({ id }) => String(id)}
        columns={requestColumns}
        selectedKey={requestId === null ? null : String(requestId)}
        onSelect={(entry) => openRequest(mock.id, entry.id)}
        onOpen={focusDetail}
        totalCount={list.hasMore ? undefined : list.items.length}
        empty={<NoRequests mock={mock} />}
      />
    </div>
  );
}

function NoRequests({ mock }: { mock: Mock }) {
  const { url, listening } = mock;
  const isUsed = useItems(collections.destinations).some((destination) =>
    usesMock(destination, mock),
  );
  if (url === null || listening === 'refusing')
    return (
      <EmptyState icon={SatelliteDish} title="No requests">
        {url === null ? 'Not listening' : "Refused connections aren't logged."}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SatelliteDish}
      title="No requests yet"
      actions={
        isUsed ? (
          <Button variant="primary" icon={Send} onClick={() => navigate({ page: 'send' })}>
            Send a sample
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void addToNewDestination(mock)}>
            Use in new destination
          </Button>
        )
      }
    >
      {isUsed ? 'Requests appear here.' : 'Send requests from a destination or any client.'}
      {mock.strict && ' Unsigned requests, such as this one, get a 401.'}
      <span className="mt-2 flex items-start gap-1 rounded-control border border-line bg-bg-2 py-0.75 pr-0.75 pl-2.5 text-left">
        <code className="bytes min-w-0 flex-1 py-0.75 leading-4.5 [overflow-wrap:anywhere] text-fg">
          {curlOf(mock, url)}
        </code>
        <CopyButton value={curlOf(mock, url)} label="Copy command" />
      </span>
    </EmptyState>
  );
}

/** Without `-k`, because an invalid certificate may be intended. */
function curlOf({ tls }: Mock, url: string): string {
  return `curl${tls === 'none' ? '' : ' -v'} -d '{"type":"track","event":"Test"}' ${url}`;
}
