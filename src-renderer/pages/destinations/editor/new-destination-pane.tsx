import { useState } from 'react';
import { collections, put, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { openDestination } from '../destination-actions.ts';
import { type DestinationSettings, emptyDraft } from './destination-draft.ts';
import { DestinationEditor } from './destination-editor.tsx';
import { duplicateOf } from './draft-changes.ts';

async function create(settings: DestinationSettings): Promise<void> {
  const created = await core.destinations.create(settings);
  put(collections.destinations, created);
  openDestination(created.id);
  showToast({
    title: `Created ${created.name}`,
    tone: 'ok',
    // An offer rather than an undo: it need not wait long.
    durationMs: 6_000,
    action: { label: 'Send a sample…', run: () => navigate({ page: 'send' }) },
  });
}

/** A destination that does not exist yet: empty, or a copy of another. */
export function NewDestinationPane({ copyOf }: { copyOf: string | undefined }) {
  const sources = useItems(collections.sources);
  const all = useItems(collections.destinations);
  const original = all.find(({ id }) => id === copyOf);
  // Fixed when the form opens: a source that comes later must not change what is on the screen.
  const [begun] = useState(() =>
    original === undefined
      ? emptyDraft(sources.length === 1 ? sources.map(({ id }) => id) : [])
      : duplicateOf(
          original,
          all.map(({ name }) => name),
        ),
  );
  return (
    <DestinationEditor
      draftId={original === undefined ? 'new' : `copy of ${original.id}`}
      saved={begun}
      isNew
      title={original === undefined ? 'New destination' : `Copy of ${original.name}`}
      onSave={create}
    />
  );
}
