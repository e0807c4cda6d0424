import type { ReactNode } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { capitalized } from '#shared/kit/format.ts';
import type { Selection } from '../connections-route.ts';
import { DestinationPane, NewDestinationPane } from '../destinations/editor/destination-pane.tsx';
import { GalleryPane } from '../mocks/gallery/gallery-pane.tsx';
import { MockPane, NewMockPane } from '../mocks/mock-pane.tsx';
import { RequestsPane } from '../mocks/requests/requests-pane.tsx';
import { NewSourcePane, SourcePane } from '../sources/source-pane.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { UrlPane } from './url-pane.tsx';

/** What is selected on the board, or the form for a new one. */
export function EditorPane({ selection }: { selection: Selection }): ReactNode {
  switch (selection.kind) {
    case 'source':
      return <SelectedSource id={selection.id} />;
    case 'destination':
      return <SelectedDestination id={selection.id} />;
    case 'mock':
      return <SelectedMock {...selection} />;
    case 'url':
      return <UrlPane key={selection.url} url={selection.url} />;
    case 'new source':
      return <NewSourcePane />;
    case 'new destination':
      return <NewDestinationPane key={selection.copyOf ?? 'new'} copyOf={selection.copyOf} />;
    case 'gallery':
      return <GalleryPane />;
    case 'new mock':
      return <NewMockPane key={selection.copyOf ?? 'new'} copyOf={selection.copyOf} />;
    case 'none':
      return null;
  }
}

function NotFound({ noun }: { noun: string }) {
  return (
    <EditorFrame title={`${capitalized(noun)} not found`}>
      <EmptyState title="Not found">It may have been deleted.</EmptyState>
    </EditorFrame>
  );
}

function SelectedSource({ id }: { id: string }) {
  const source = useItems(collections.sources).find((candidate) => candidate.id === id);
  if (source === undefined) return <NotFound noun="source" />;
  return <SourcePane key={id} source={source} />;
}

function SelectedDestination({ id }: { id: string }) {
  const destination = useItems(collections.destinations).find((candidate) => candidate.id === id);
  if (destination === undefined) return <NotFound noun="destination" />;
  return <DestinationPane key={id} destination={destination} />;
}

/** URLs of mock endpoints contain the name. */
function SelectedMock({ id, view, requestId }: Extract<Selection, { kind: 'mock' }>) {
  const mock = useItems(collections.mocks).find(
    (candidate) => candidate.id === id || candidate.name === id,
  );
  if (mock === undefined) return <NotFound noun="mock endpoint" />;
  return view === 'requests' ? (
    <RequestsPane key={mock.id} mock={mock} requestId={requestId} />
  ) : (
    <MockPane key={mock.id} mock={mock} />
  );
}
