import { SatelliteDish, Send } from 'lucide-react';
import { usesMock } from '#renderer/connections/mock-of.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { mockLogs, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { focusDetail, focusPane } from '#renderer/kit/keyboard/focus.ts';
import { List } from '#renderer/kit/lists/list.tsx';
import { openSend } from '#renderer/kit/overlay.ts';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { formatBytes, formatDateTime, formatExactTime } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockEntry } from '#shared/mocks/request.ts';
import { openRequest } from '../mock-actions.ts';
import { addToNewDestination } from '../use-as-webhook.ts';
import { kindTitles } from './entry-labels.ts';
import { ResponseMark, VerdictMark } from './request-marks.tsx';

/** The path after `/mock/{name}`. */
function pathAfterName(path: string): string {
  return path.replace(/^\/mock\/[^/?]*/, '');
}

/** The event if the body is a webhook's, else method and path. */
function RequestCell({ entry: { kind, method, path, message } }: { entry: MockEntry }) {
  if (method === null) return <span className="truncate text-fg-2">{kindTitles[kind]}</span>;
  if (message !== null)
    return (
      <span
        className="@container min-w-0 flex-1"
        title={`${method} ${path}\n${message.type} ${visibleLine(message.label)}`}
      >
        <span className="flex items-center gap-1.5">
          {/* In a narrow column, the name gets the room. */}
          <span className="flex flex-none @min-[10rem]:hidden">
            <span className="sr-only">{message.type}</span>
          </span>
          <span className="flex flex-none @max-[10rem]:hidden">
            <TypeMark type={message.type} />
          </span>
          <span className="min-w-0 truncate">{visibleLine(message.label)}</span>
        </span>
      </span>
    );
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={`${method} ${path}`}>
      <code className="bytes flex-none font-medium">{method}</code>
      <code className="bytes min-w-0 truncate text-fg-2">{pathAfterName(path ?? '')}</code>
    </span>
  );
}

function Signature({ entry: { kind, signature } }: { entry: MockEntry }) {
  if (signature === null)
    return <span className="text-small text-fg-3">{kind === 'request' ? 'not checked' : '–'}</span>;
  if (signature.raw === 'missing')
    return <VerdictMark over="Signature" verdict="missing" hasText />;
  if (signature.raw === 'match' && signature.parsed === 'match')
    return <VerdictMark over="Raw and parsed body" verdict="match" hasText />;
  return (
    <span className="flex gap-2">
      <VerdictMark over="raw" verdict={signature.raw} />
      <VerdictMark over="parsed" verdict={signature.parsed} />
    </span>
  );
}

const requestColumns: readonly VirtualListColumn<MockEntry>[] = [
  {
    id: 'time',
    heading: 'Time',
    width: '84px',
    cell: ({ receivedAt }) => (
      <time
        dateTime={new Date(receivedAt).toISOString()}
        title={formatDateTime(receivedAt)}
        className="text-small text-fg-2 tabular-nums"
      >
        {formatExactTime(receivedAt)}
      </time>
    ),
  },
  {
    id: 'response',
    heading: 'Response',
    width: '88px',
    cell: ({ status, fault }) => <ResponseMark status={status} fault={fault} />,
  },
  {
    id: 'signature',
    heading: 'Signature',
    width: '104px',
    cell: (entry) => <Signature entry={entry} />,
  },
  {
    id: 'request',
    heading: 'Request',
    width: 'minmax(52px,1fr)',
    cell: (entry) => <RequestCell entry={entry} />,
  },
  {
    id: 'size',
    heading: 'Body',
    width: '66px',
    align: 'end',
    hideBelow: 560,
    cell: ({ method, bodyBytes }) =>
      method !== null && (
        <span className="text-small text-fg-2 tabular-nums">{formatBytes(bodyBytes)}</span>
      ),
  },
];

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
          <Button variant="primary" icon={Send} onClick={() => openSend()}>
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
