import { ArrowLeft, Download, Eraser, FileSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { useMockRequest } from '#renderer/kit/data/details.ts';
import { mockLogs, useHasRows, useLiveListValue } from '#renderer/kit/data/live-lists.ts';
import { DetailPane } from '#renderer/kit/lists/detail-pane.tsx';
import { LiveButton } from '#renderer/kit/lists/live-button.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';
import { EditorFrame } from '../../editor/editor-frame.tsx';
import { clearRequests, openMock, openRequest } from '../mock-actions.ts';
import { Address } from '../mock-pane.tsx';
import { exportActions } from './request-actions.tsx';
import { useRequestCopy } from './request-copy.ts';
import { RequestDetail } from './request-detail.tsx';
import { RequestEditor } from './request-editor.tsx';
import { focusRequests, RequestsList } from './requests-list.tsx';

const logFormats = [
  ['jsonl', 'Save as JSON lines'],
  ['har', 'Save as HAR'],
  ['fixtures', 'Save as fixtures'],
] as const;

/** Minimum width to show list and detail side by side. */
const sideBySidePx = 860;

interface RequestsPaneProps {
  readonly mock: Mock;
  readonly requestId: number | null;
}

/** The log of a mock endpoint. */
export function RequestsPane({ mock, requestId }: RequestsPaneProps) {
  return (
    <EditorFrame title={mock.name} meta={<Address url={mock.url} />} isFixed>
      <div className="flex flex-none items-center gap-1.5 border-b border-line px-3.5 py-2">
        <Button variant="quiet" icon={ArrowLeft} onClick={() => openMock(mock.id)}>
          Settings
        </Button>
        <span className="flex-1" />
        <RequestsBar mock={mock} />
      </div>
      <Requests mock={mock} requestId={requestId} />
    </EditorFrame>
  );
}

function Requests({ mock, requestId }: RequestsPaneProps) {
  const { id } = mock;
  const pane = useRef<HTMLDivElement>(null);
  const width = useElementWidth(pane);
  useEffect(() => {
    // Follow new requests while none is open.
    if (requestId === null) mockLogs.setPaused(id, false);
  }, [id, requestId]);
  useActions('List', [
    {
      id: 'mock.close-request',
      title: 'Close request',
      shortcut: 'Escape',
      isShown: requestId !== null,
      run: () => {
        openRequest(id, null);
        focusRequests();
      },
    },
  ]);
  const isSideBySide = width >= sideBySidePx;
  return (
    <div ref={pane} className="min-h-0 flex-1">
      {width > 0 && (
        // Same tree with or without an open request, so that the list keeps focus.
        <SplitPane
          key={isSideBySide ? 'beside' : 'beneath'}
          id={isSideBySide ? 'mock-requests' : 'mock-requests-beneath'}
          orientation={isSideBySide ? 'horizontal' : 'vertical'}
          separatorLabel="Resize requests"
          startSize={isSideBySide ? Math.round(width * 0.46) : 150}
          startMin={isSideBySide ? 340 : 100}
          endMin={isSideBySide ? 380 : 140}
          start={<RequestsList mock={mock} requestId={requestId} />}
          end={requestId === null ? null : <OpenRequest mock={mock} requestId={requestId} />}
        />
      )}
    </div>
  );
}

function OpenRequest({ mock, requestId }: RequestsPaneProps) {
  const detail = useMockRequest(mock.id, requestId);
  return (
    <DetailPane
      label="Request"
      detail={detail}
      icon={FileSearch}
      hasRows
      nothingOpen="No request selected"
    >
      {(entry) => <OpenEntry key={entry.id} entry={entry} mock={mock} />}
    </DetailPane>
  );
}

interface OpenEntryProps {
  readonly entry: MockEntryDetail;
  readonly mock: Mock;
}

/** The request or its editor; the result of a copy is kept in both. */
function OpenEntry({ entry, mock }: OpenEntryProps) {
  const [isEditing, setEditing] = useState(false);
  const sending = useRequestCopy();
  return isEditing ? (
    <RequestEditor entry={entry} mock={mock} sending={sending} onBack={() => setEditing(false)} />
  ) : (
    <RequestDetail entry={entry} mock={mock} sending={sending} onEdit={() => setEditing(true)} />
  );
}

function RequestsBar({ mock }: { mock: Mock }) {
  const { id } = mock;
  const newCount = useLiveListValue(mockLogs, id, (list) => (list.isPaused ? list.newCount : null));
  const isEmpty = !useHasRows(mockLogs, id);
  const [isConfirming, setConfirming] = useState(false);
  const clear = (): void => {
    setConfirming(false);
    void clearRequests(mock);
  };
  const [, ...exports] = useActions('Mock endpoints', [
    {
      id: 'mock.clear',
      title: 'Clear mock endpoint requests',
      isShown: !isEmpty,
      run: () => setConfirming(true),
    },
    ...exportActions(logFormats, { mockId: id }),
  ]);
  return (
    <>
      <LiveButton
        isPaused={typeof newCount === 'number'}
        newCount={newCount ?? 0}
        onResume={() => mockLogs.setPaused(id, false)}
      />
      <ActionMenu
        actions={exports}
        trigger={
          <Button icon={Download} disabled={isEmpty}>
            Export
          </Button>
        }
      />
      <Popover
        align="end"
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Clear requests of ${mock.name}?`}
        trigger={
          <Button icon={Eraser} disabled={isEmpty}>
            Clear
          </Button>
        }
      >
        <p className="text-fg-2">This can't be undone.</p>
        <div className="mt-3 flex justify-end gap-1.5">
          <Button onClick={() => setConfirming(false)}>Cancel</Button>
          <Button variant="danger" icon={Eraser} onClick={clear}>
            Clear requests
          </Button>
        </div>
      </Popover>
    </>
  );
}
