import { SatelliteDish } from 'lucide-react';
import { useMemo } from 'react';
import { EntityList } from '#renderer/components/entity-list.tsx';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { collections, useCollection, useItems } from '#renderer/data/collections.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { NewReceiverPane } from './editor/new-receiver-pane.tsx';
import { GalleryPane } from './gallery/gallery-pane.tsx';
import { openGallery, openReceiver } from './receiver-actions.ts';
import { receiverColumns } from './receiver-columns.tsx';
import { ReceiverPane } from './receiver-pane.tsx';
import { type ReceiverView, viewOf } from './receiver-route.ts';
import { focusRequests } from './requests/requests-list.tsx';

/** With nothing chosen the first is shown, and with none at all what there is to choose from. */
function useShown(): { readonly view: ReceiverView; readonly receiver: Receiver | undefined } {
  const route = useRoute((state) => state.route);
  const items = useItems(collections.receivers);
  const view = useMemo(() => viewOf(route), [route]);
  if (view.kind !== 'one') return { view, receiver: undefined };
  if (items.length === 0) return { view: { kind: 'gallery' }, receiver: undefined };
  const { id } = view;
  // The name does as well: it is what stands in the URL.
  const receiver =
    id === null
      ? items[0]
      : items.find((candidate) => candidate.id === id || candidate.name === id);
  return { view, receiver };
}

/** Built-in endpoints that answer as told, and what they received. */
export function ReceiversPage() {
  const collection = useCollection(collections.receivers);
  const { view, receiver } = useShown();
  return (
    <SplitPane
      id="receivers"
      separatorLabel="Resize the list"
      startSize={window.innerWidth < 1_200 ? 248 : 296}
      startMin={220}
      endMin={420}
      start={
        <EntityList<Receiver>
          title="Receivers"
          noun="receiver"
          collection={collection}
          columns={receiverColumns}
          rowHeight={66}
          selectedId={receiver?.id ?? null}
          onSelect={(id) => openReceiver(id, view.kind === 'one' ? view.tab : 'requests')}
          onOpen={focusRequests}
          onNew={openGallery}
          empty={
            <EmptyState icon={SatelliteDish} title="No receivers yet">
              A receiver is a built-in endpoint that answers as told. Pick one, and send to its URL.
            </EmptyState>
          }
        />
      }
      end={<Detail view={view} receiver={receiver} />}
    />
  );
}

function Detail({ view, receiver }: { view: ReceiverView; receiver: Receiver | undefined }) {
  const status = useCollection(collections.receivers).status;
  if (status === 'loading') return <LateSpinner label="Reading the receiver" />;
  // The list says why, and offers to try again.
  if (status === 'failed') return <div className="h-full bg-bg-0" />;
  if (view.kind === 'gallery') return <GalleryPane />;
  if (view.kind === 'new')
    return <NewReceiverPane key={view.copyOf ?? 'new'} copyOf={view.copyOf} />;
  if (receiver !== undefined)
    return <ReceiverPane key={receiver.id} receiver={receiver} view={view} />;
  return (
    <EmptyState
      icon={SatelliteDish}
      title="This receiver is not there"
      actions={<Button onClick={openGallery}>New receiver</Button>}
    >
      It was deleted, or it belongs to another data folder.
    </EmptyState>
  );
}
