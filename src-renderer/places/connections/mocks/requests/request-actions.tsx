import { Download, PenLine, Send } from 'lucide-react';
import {
  type Action,
  ActionButton,
  ActionMenu,
  useActions,
} from '#renderer/kit/actions/actions.tsx';
import { saveDirectly } from '#renderer/kit/files/save-export.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { judgmentOf } from '#renderer/requests/copy/copy-judgment.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import type { ExportFormat } from '#shared/deliveries/export.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';
import { isBodyIncomplete } from '#shared/mocks/request.ts';
import type { RequestCopy } from './request-copy.ts';

/** Saves the log of a mock endpoint, or one of its requests. */
export const exportActions = (
  formats: readonly (readonly [format: ExportFormat, title: string])[],
  scope: { readonly mockId: string; readonly requestId?: number },
): readonly Action[] =>
  formats.map(([format, title]) => ({
    id: `mock.export.${format}`,
    title,
    hidden: true,
    icon: Download,
    menu: 'main',
    failure: "Can't export",
    run: () => saveDirectly({ ...scope, format }),
  }));

function requestExports(entry: MockEntryDetail): readonly Action[] {
  const { mockId, id: requestId } = entry;
  const isWhole = entry.method !== null && !isBodyIncomplete(entry);
  return exportActions(
    [
      ...(isWhole ? [['fixtures', 'Save as fixture'] as const] : []),
      ...(entry.method === null ? [] : [['har', 'Save as HAR'] as const]),
      ['jsonl', 'Save as JSON line'],
      ...(isWhole ? [['curl', 'Save as cURL'] as const] : []),
    ],
    { mockId, requestId },
  );
}

interface RequestActionsProps {
  readonly entry: MockEntryDetail;
  readonly sending: RequestCopy;
  readonly onEdit: () => void;
  /** Whether there is room for all labels. */
  readonly hasLabel: boolean;
}

export function RequestActions({ entry, sending, onEdit, hasLabel }: RequestActionsProps) {
  const problem = entry.method === null ? 'No request received' : undefined;
  const [sendCopy, edit, ...exports] = useActions('Mock endpoints', [
    {
      id: 'request.send-copy',
      title: 'Send a copy of the request',
      label: 'Send a copy',
      shortcut: 'r',
      icon: Send,
      busy: sending.result.state === 'running',
      problem,
      run: () => void sending.send({ id: entry.mockId, requestId: entry.id }),
    },
    {
      id: 'request.edit',
      title: 'Edit and send a copy of the request',
      label: 'Edit and send a copy',
      shortcut: 'e',
      icon: PenLine,
      problem,
      run: onEdit,
    },
    ...requestExports(entry),
  ]);
  return (
    <div className="flex flex-none gap-1.5">
      <ActionButton action={sendCopy} />
      <ActionButton action={edit} hasLabel={hasLabel} />
      <ActionMenu actions={exports} label="More request actions" />
    </div>
  );
}

/** The response to the copy, or why it was not sent. */
export function CopyResult({ sending }: { sending: RequestCopy }) {
  const { result, dismiss } = sending;
  if (result.state === 'none') return null;
  if (result.state === 'running') return <Banner tone="info">Sending the copy…</Banner>;
  if (result.state === 'failed')
    return (
      <Banner tone="bad" title="Can't send a copy." onDismiss={dismiss}>
        {result.problem} <code className="bytes">{result.code}</code>
      </Banner>
    );
  const { tone, title, text } = judgmentOf(result.copy);
  return (
    <Banner
      tone={tone}
      title={`Copy: ${title}.`}
      onDismiss={dismiss}
      action={
        <RouteLink to={{ page: 'deliveries', path: ['copies', String(result.copy.id)] }}>
          View copy
        </RouteLink>
      }
    >
      {text}
    </Banner>
  );
}
