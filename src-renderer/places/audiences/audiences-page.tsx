import { ChartNoAxesColumn, Plus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, computationsOf, useCollection } from '#renderer/kit/data/collections.ts';
import { EntityDetail } from '#renderer/kit/lists/entity-detail.tsx';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { NotFound } from '#renderer/kit/routing/not-found.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { PlaceHeader } from '#renderer/ui/place-header.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import { counted } from '#shared/kit/format.ts';
import { syncProblemText } from '#shared/kit/problem.ts';
import { nouns } from './audience-labels.tsx';
import { AudienceList } from './audience-list.tsx';
import {
  type AudiencesList,
  type AudiencesView,
  listOf,
  openNew,
  useAudiencesView,
} from './audiences-route.ts';
import { ComputationPane } from './computations/computation-pane.tsx';
import { NewComputationPane } from './computations/new-computation-pane.tsx';
import { DeletionDetail } from './deletions/deletion-detail.tsx';
import {
  type AudienceItems,
  type OpenItem,
  openItem,
  useAudienceItems,
} from './use-audience-items.ts';

const newLabels: Readonly<Record<AudiencesList, string>> = {
  audiences: 'New audience',
  traits: 'New computed trait',
  deletions: 'New deletion request',
};

/** Audiences, computed traits and deletion requests, which reach receivers without an SDK. */
export function AudiencesPage() {
  const view = useAudiencesView();
  return view === null ? <NotFound /> : <Audiences view={view} />;
}

function Audiences({ view }: { readonly view: AudiencesView }) {
  const items = useAudienceItems();
  const open = openItem(view, items);
  const newActions = useActions(
    'Audiences',
    (['audiences', 'traits', 'deletions'] as const).map((list) => ({
      id: `${list}.new`,
      title: newLabels[list],
      menu: 'new',
      shortcut: list === open.list ? 'n' : undefined,
      run: () => openNew(list),
    })),
  );
  const isNarrow = window.innerWidth < 900;
  return (
    <div className="flex h-full flex-col">
      <PlaceHeader title="Audiences" news={newsOf(items)}>
        <ActionMenu actions={newActions} trigger={<Button icon={Plus}>New</Button>} />
      </PlaceHeader>
      <div className="min-h-0 flex-1">
        {items.status === 'loading' ? (
          <LateSpinner label="Loading audiences" />
        ) : (
          <SplitPane
            id="audiences"
            separatorLabel="Resize the list"
            startSize={isNarrow ? 250 : 320}
            startMin={isNarrow ? 200 : 290}
            endMin={isNarrow ? 300 : 400}
            start={
              <section aria-label="List" className="flex h-full min-h-0 flex-col bg-bg-1">
                <AudienceList items={items} selectedId={open.id} />
              </section>
            }
            end={<Detail open={open} view={view} />}
          />
        )}
      </div>
    </div>
  );
}

/** What can't be synced, or what there is. */
function newsOf({ audiences, traits, deletions, status }: AudienceItems): ReactNode {
  if (status !== 'ready') return '';
  const stuck = [...audiences, ...traits].find(({ problem }) => problem !== null);
  if (stuck !== undefined && stuck.problem !== null)
    return (
      <>
        <b className="font-[560] text-fg">{stuck.name} can't sync.</b>{' '}
        {syncProblemText(stuck.problem)}
      </>
    );
  const counts = [
    [audiences.length, 'audience'],
    [traits.length, 'computed trait'],
    [deletions.items.length, 'deletion request'],
  ] as const;
  const named = counts.flatMap(([count, noun]) => (count === 0 ? [] : [counted(count, noun)]));
  return named.length === 0 ? '' : `${named.join(', ')}.`;
}

interface DetailProps {
  readonly open: OpenItem;
  readonly view: AudiencesView;
}

function Detail({ open, view }: DetailProps) {
  if (open.list === 'deletions') return <DeletionDetail id={open.id} isAsked={view.id === 'new'} />;
  const kind = open.list === 'audiences' ? 'audience' : 'trait';
  return <ComputationDetail key={kind} kind={kind} id={open.id} view={view} />;
}

interface ComputationDetailProps {
  readonly kind: ComputationClass;
  readonly id: string;
  readonly view: AudiencesView;
}

function ComputationDetail({ kind, id, view }: ComputationDetailProps) {
  const { status, items } = useCollection(computationsOf(kind));
  const sourceStatus = useCollection(collections.sources).status;
  const computation = items.find((item) => item.id === id);
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
          section={view.section}
        />
      ) : id === 'new' || isFirst ? (
        <NewComputationPane key={id} kind={kind} isFirst={isFirst} isAsked={view.id === 'new'} />
      ) : null}
    </EntityDetail>
  );
}
