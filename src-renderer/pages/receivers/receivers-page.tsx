import { SatelliteDish, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { EntityPage } from '#renderer/components/entity-list.tsx';
import { collections, useCollection, useItems } from '#renderer/data/collections.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { receiverProblemText } from '#shared/labels/problems.ts';
import { formatCount } from '#shared/lib/format.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { behaviorLine } from './editor/behavior-labels.ts';
import { receiverForms } from './editor/receiver-draft.ts';
import { GalleryPane } from './gallery/gallery-pane.tsx';
import { openGallery, openReceiver } from './receiver-actions.ts';
import { ListeningMark } from './receiver-header.tsx';
import { NewReceiverPane, ReceiverPane } from './receiver-pane.tsx';
import { type ReceiverView, viewOf } from './receiver-route.ts';
import { focusRequests } from './requests/requests-list.tsx';

/** The selected receiver; by default the first, or the gallery if there are none. */
function useShownReceiver(): {
  readonly view: ReceiverView;
  readonly receiver: Receiver | undefined;
} {
  const route = useRoute((state) => state.route);
  const items = useItems(collections.receivers);
  const view = useMemo(() => viewOf(route), [route]);
  if (view.kind !== 'one') return { view, receiver: undefined };
  if (items.length === 0) return { view: { kind: 'gallery' }, receiver: undefined };
  const { id } = view;
  // URLs of receivers contain the name.
  const receiver =
    id === null
      ? items[0]
      : items.find((candidate) => candidate.id === id || candidate.name === id);
  return { view, receiver };
}

export function ReceiversPage() {
  const collection = useCollection(collections.receivers);
  const { view, receiver } = useShownReceiver();
  return (
    <EntityPage<Receiver>
      title="Receivers"
      noun="receiver"
      icon={SatelliteDish}
      startSize={window.innerWidth < 1_200 ? 248 : 296}
      list={collection}
      columns={receiverColumns}
      rowHeight={66}
      selectedId={receiver?.id ?? null}
      onSelect={(id) => openReceiver(id, view.kind === 'one' ? view.tab : 'requests')}
      onOpen={focusRequests}
      onNew={openGallery}
      empty={
        <EmptyState icon={SatelliteDish} title="No receivers yet">
          Receivers are endpoints with scripted responses.
        </EmptyState>
      }
    >
      {view.kind === 'gallery' ? (
        <GalleryPane />
      ) : view.kind === 'new' ? (
        <NewReceiverPane key={view.copyOf ?? 'new'} copyOf={view.copyOf} />
      ) : receiver !== undefined ? (
        <ReceiverPane key={receiver.id} receiver={receiver} view={view} />
      ) : null}
    </EntityPage>
  );
}

function shortUrl(url: string | null): string {
  return url === null ? 'not listening' : url.replace(/^http:\/\//, '');
}

function ReceiverCell({ receiver }: { receiver: Receiver }) {
  const { id, name, url, listening, responded } = receiver;
  const problem = receiver.problem && receiverProblemText(receiver.problem);
  const hasDraft = receiverForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  const behavior = behaviorLine(receiver);
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
        {responded > 0 && (
          <span
            className="ml-auto flex-none pl-1 text-small text-fg-2 tabular-nums"
            title="Requests since reset"
          >
            {formatCount(responded)}
            <span className="sr-only"> requests</span>
          </span>
        )}
      </span>
      <span className="block truncate pl-5 text-small text-fg-2" title={behavior}>
        {behavior}
      </span>
      {problem === null ? (
        <span className="bytes block truncate pl-5 text-fg-3" title={url ?? undefined}>
          {hasDraft && <span className="font-sans text-fg-2">unsaved · </span>}
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
