import { UserX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { core } from '#renderer/data/core.ts';
import { errorSentence, isNotFound } from '#renderer/data/error-sentence.ts';
import { useDeletions } from '#renderer/stores/deletions-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import type { Deletion } from '#shared/schemas/deletion.ts';
import type { AudiencesView } from '../audiences-route.ts';
import { openNew } from '../use-audiences-view.ts';
import { DeletionPane } from './deletion-pane.tsx';
import { NewDeletionPane } from './new-deletion-pane.tsx';

export function DeletionDetail({ view }: { view: AudiencesView }) {
  const { items, status } = useDeletions();
  const deletion = view.id === null ? items[0] : items.find(({ id }) => id === view.id);
  if (deletion !== undefined) return <DeletionPane key={deletion.id} deletion={deletion} />;
  if (view.id === 'new') return <NewDeletionPane />;
  if (status === 'failed') return <div className="h-full bg-bg-0" />;
  if (status !== 'ready') return <LateSpinner label="Reading the deletion request" />;
  return view.id === null ? <NewDeletionPane /> : <Elsewhere key={view.id} id={view.id} />;
}

type Read =
  | { readonly state: 'reading' }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'read'; readonly deletion: Deletion };

/** One that is further down in the list than is loaded. */
function Elsewhere({ id }: { id: string }) {
  const [read, setRead] = useState<Read>({ state: 'reading' });
  useEffect(() => {
    core.deletions.get({ id }).then(
      (deletion) => setRead({ state: 'read', deletion }),
      (error: unknown) =>
        setRead(
          isNotFound(error)
            ? { state: 'missing' }
            : { state: 'failed', problem: errorSentence(error) },
        ),
    );
  }, [id]);
  if (read.state === 'read') return <DeletionPane deletion={read.deletion} />;
  if (read.state === 'reading') return <LateSpinner label="Reading the deletion request" />;
  if (read.state === 'failed')
    return <ErrorState title="It could not be read">{read.problem}</ErrorState>;
  return (
    <EmptyState
      icon={UserX}
      title="This deletion request is not there"
      actions={<Button onClick={() => openNew('deletions')}>New deletion request</Button>}
    >
      It was thrown away, or it belongs to another data folder.
    </EmptyState>
  );
}
