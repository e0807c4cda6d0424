import { ChartNoAxesColumn, Users } from 'lucide-react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import {
  collections,
  computationsOf,
  useCollection,
  useItems,
} from '#renderer/kit/data/collections.ts';
import { EntityDetail } from '#renderer/kit/lists/entity-list.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import { nouns } from './audience-labels.tsx';
import {
  type AudiencesList,
  type AudiencesView,
  listOf,
  openList,
  openNew,
  useAudiencesView,
} from './audiences-route.ts';
import { ComputationList } from './computations/computation-list.tsx';
import { ComputationPane } from './computations/computation-pane.tsx';
import { NewComputationPane } from './computations/new-computation-pane.tsx';
import { DeletionDetail } from './deletions/deletion-detail.tsx';
import { DeletionList } from './deletions/deletion-list.tsx';

const newLabels: Readonly<Record<AudiencesList, string>> = {
  audiences: 'New audience',
  traits: 'New computed trait',
  deletions: 'New deletion request',
};

function shownOf(items: readonly Computation[], { id }: AudiencesView): Computation | undefined {
  return id === null ? items[0] : items.find((item) => item.id === id);
}

/** Audiences, computed traits and deletion requests, which reach receivers without an SDK. */
export function AudiencesPage() {
  const view = useAudiencesView();
  useNewCommands(view.list);
  return (
    <SplitPane
      id="audiences"
      separatorLabel="Resize the list"
      startSize={window.innerWidth < 1_200 ? 304 : 352}
      startMin={290}
      endMin={420}
      start={<Lists view={view} />}
      end={<Detail view={view} />}
    />
  );
}

function useNewCommands(visibleList: AudiencesList): void {
  useActions(
    'Audiences',
    (['audiences', 'traits', 'deletions'] as const).map((list) => ({
      id: `${list}.new`,
      title: newLabels[list],
      shortcut: list === visibleList ? 'n' : undefined,
      run: () => openNew(list),
    })),
  );
}

function Lists({ view }: { view: AudiencesView }) {
  const audiences = useItems(collections.audiences);
  const traits = useItems(collections.traits);
  return (
    <section aria-label="Lists" className="@container flex h-full min-h-0 flex-col bg-bg-1">
      <h1 className="sr-only">Audiences</h1>
      <Tabs<AudiencesList>
        label="Lists"
        listClassName="px-2.5 pt-2 pb-1"
        value={view.list}
        onChange={openList}
        tabs={[
          { value: 'audiences', label: 'Audiences' },
          { value: 'traits', label: 'Computed traits' },
          { value: 'deletions', label: 'Deletions' },
        ]}
      >
        <TabPanel value="audiences" className="flex flex-col">
          <ComputationList kind="audience" selectedId={shownOf(audiences, view)?.id ?? null} />
        </TabPanel>
        <TabPanel value="traits" className="flex flex-col">
          <ComputationList kind="trait" selectedId={shownOf(traits, view)?.id ?? null} />
        </TabPanel>
        <TabPanel value="deletions" className="flex flex-col">
          <DeletionList view={view} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

function Detail({ view }: { view: AudiencesView }) {
  if (view.list === 'deletions') return <DeletionDetail view={view} />;
  return view.list === 'audiences' ? (
    <ComputationDetail key="audience" kind="audience" view={view} />
  ) : (
    <ComputationDetail key="trait" kind="trait" view={view} />
  );
}

function ComputationDetail({ kind, view }: { kind: ComputationClass; view: AudiencesView }) {
  const { status, items } = useCollection(computationsOf(kind));
  const sourceStatus = useCollection(collections.sources).status;
  const computation = shownOf(items, view);
  const isFirst = items.length === 0;
  return (
    <EntityDetail
      noun={nouns[kind]}
      icon={kind === 'audience' ? Users : ChartNoAxesColumn}
      status={status}
      isReady={sourceStatus !== 'loading'}
      onNew={() => openNew(listOf(kind))}
    >
      {computation !== undefined ? (
        <ComputationPane
          key={computation.id}
          kind={kind}
          computation={computation}
          tab={view.tab}
        />
      ) : view.id === 'new' || isFirst ? (
        <NewComputationPane kind={kind} isFirst={isFirst} />
      ) : null}
    </EntityDetail>
  );
}
