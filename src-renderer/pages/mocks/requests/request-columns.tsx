import { TypeMark } from '#renderer/ui/badge.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { formatBytes, formatDateTime } from '#shared/lib/format.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { MockEntry } from '#shared/schemas/mock-request.ts';
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
            <TypeMark type={message.type} compact />
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

/** `13:04:05.678` */
function clockTime(at: number): string {
  return formatDateTime(at).split(', ').at(-1) ?? '';
}

export const requestColumns: readonly VirtualListColumn<MockEntry>[] = [
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
        {clockTime(receivedAt)}
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
