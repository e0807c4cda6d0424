import { SatelliteDish, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { EntityPage } from '#renderer/kit/lists/entity-list.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { formatCount } from '#shared/kit/format.ts';
import { mockProblemText } from '#shared/kit/problem.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { behaviorLine } from './editor/behavior-labels.ts';
import { mockForms } from './editor/mock-draft.ts';
import { GalleryPane } from './gallery/gallery-pane.tsx';
import { openGallery, openMock } from './mock-actions.ts';
import { ListeningMark } from './mock-header.tsx';
import { MockPane, NewMockPane } from './mock-pane.tsx';
import { type MockView, viewOf } from './mock-route.ts';
import { focusRequests } from './requests/requests-list.tsx';

/** The selected mock endpoint; by default the first, or the gallery if there are none. */
function useShownMock(): {
  readonly view: MockView;
  readonly mock: Mock | undefined;
} {
  const route = useRoute((state) => state.route);
  const items = useItems(collections.mocks);
  const view = useMemo(() => viewOf(route), [route]);
  if (view.kind !== 'one') return { view, mock: undefined };
  if (items.length === 0) return { view: { kind: 'gallery' }, mock: undefined };
  const { id } = view;
  // URLs of mock endpoints contain the name.
  const mock =
    id === null
      ? items[0]
      : items.find((candidate) => candidate.id === id || candidate.name === id);
  return { view, mock };
}

export function MocksPage() {
  const collection = useCollection(collections.mocks);
  const { view, mock } = useShownMock();
  return (
    <EntityPage<Mock>
      title="Mock endpoints"
      noun="mock endpoint"
      icon={SatelliteDish}
      startSize={window.innerWidth < 1_200 ? 248 : 296}
      list={collection}
      columns={mockColumns}
      rowHeight={66}
      selectedId={mock?.id ?? null}
      onSelect={(id) => openMock(id, view.kind === 'one' ? view.tab : 'requests')}
      onOpen={focusRequests}
      onNew={openGallery}
      empty={
        <EmptyState icon={SatelliteDish} title="No mock endpoints yet">
          A mock endpoint returns scripted responses.
        </EmptyState>
      }
    >
      {view.kind === 'gallery' ? (
        <GalleryPane />
      ) : view.kind === 'new' ? (
        <NewMockPane key={view.copyOf ?? 'new'} copyOf={view.copyOf} />
      ) : mock !== undefined ? (
        <MockPane key={mock.id} mock={mock} view={view} />
      ) : null}
    </EntityPage>
  );
}

function shortUrl(url: string | null): string {
  return url === null ? 'not listening' : url.replace(/^http:\/\//, '');
}

function MockCell({ mock }: { mock: Mock }) {
  const { id, name, url, listening, responded } = mock;
  const problem = mock.problem && mockProblemText(mock.problem);
  const hasDraft = mockForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  const behavior = behaviorLine(mock);
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

export const mockColumns: readonly VirtualListColumn<Mock>[] = [
  {
    id: 'mock',
    heading: 'Mock endpoint',
    headingHidden: true,
    width: 'minmax(0,1fr)',
    cell: (mock) => <MockCell mock={mock} />,
  },
];
