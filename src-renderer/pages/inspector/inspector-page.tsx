import { useEffect, useMemo } from 'react';
import { allResends } from '#renderer/stores/all-resends-store.ts';
import { deliveries } from '#renderer/stores/deliveries-store.ts';
import { messages } from '#renderer/stores/messages-store.ts';
import { rejected } from '#renderer/stores/rejected-store.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { ComparePane } from './compare/compare-pane.tsx';
import { type Compared, comparedOf } from './compare/compare-route.ts';
import { DeliveryPane } from './deliveries/delivery-pane.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import { useExportCommand } from './export/use-export-command.ts';
import { ImportDialog } from './import/import-dialog.tsx';
import { InspectorLists } from './inspector-lists.tsx';
import { type InspectorView, viewOf } from './inspector-route.ts';
import { resumeLive } from './lists/resume-live.ts';
import { MessagePane } from './messages/message-pane.tsx';
import { RejectedPane } from './rejected/rejected-pane.tsx';
import { AllResendsPane } from './resends/all-resends-pane.tsx';
import { useAgeRefresh } from './use-age-refresh.ts';
import { useInspectorView } from './use-inspector-view.ts';

/** Lists of what came in and what went out, and beside them one of it in full. */
export function InspectorPage() {
  const view = useInspectorView();
  const comparing = useComparing();
  useShownData(view);
  useAgeRefresh(view);
  useExportCommand(view.filter);
  return (
    <>
      <SplitPane
        id="inspector"
        separatorLabel="Resize the list"
        start={<InspectorLists view={view} />}
        end={comparing === null ? <Detail view={view} /> : <ComparePane compared={comparing} />}
        // A narrow window needs its width for the detail.
        startSize={window.innerWidth < 1_200 ? 420 : 512}
        startMin={360}
        endMin={420}
      />
      <ExportDialog />
      <ImportDialog />
    </>
  );
}

function useComparing(): Compared | 'unreadable' | null {
  const route = useRoute((state) => state.route);
  return useMemo(() => comparedOf(route), [route]);
}

/** Tells the stores what is on the screen. */
function useShownData({ list, filter }: InspectorView): void {
  useEffect(() => {
    if (list === 'deliveries') deliveries.show({ filter });
    if (list === 'messages') messages.show({});
    if (list === 'rejected') rejected.show({});
    if (list === 'resends') allResends.show({});
  }, [list, filter]);
  useEffect(() => {
    // Whoever comes without looking at something in particular wants to see what is new.
    if (viewOf(useRoute.getState().route).id === null) resumeLive(list);
  }, [list]);
}

function Detail({ view }: { view: InspectorView }) {
  if (view.list === 'messages') return <MessagePane id={view.id} />;
  if (view.list === 'rejected') return <RejectedPane id={view.id} />;
  if (view.list === 'resends') return <AllResendsPane id={view.id} />;
  return <DeliveryPane id={view.id} />;
}
