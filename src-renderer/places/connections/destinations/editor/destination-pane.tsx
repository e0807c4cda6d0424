import { useMemo, useState } from 'react';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { openSend } from '#renderer/kit/overlay.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { Switch } from '#renderer/ui/toggles.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import { textIs } from '#shared/filter/filter.ts';
import { destinationProblemText } from '#shared/kit/problem.ts';
import { destinationKey } from '../../board/board.ts';
import { NodePill } from '../../editor/editor-frame.tsx';
import { LastDeliveries } from '../../editor/last-deliveries.tsx';
import {
  enableDestination,
  openDestination,
  useDestinationActions,
} from '../destination-actions.ts';
import {
  changedSettings,
  type DestinationSettings,
  draftOf,
  duplicateOf,
  emptyDraft,
} from './destination-draft.ts';
import { DestinationEditor } from './destination-editor.tsx';
import { SendTestCard } from './send-test-card.tsx';

export function DestinationPane({ destination }: { destination: Destination }) {
  const { id, enabled, problem } = destination;
  const saved = useMemo(() => draftOf(destination), [destination]);
  const save = async (settings: DestinationSettings): Promise<void> => {
    const patch = changedSettings(saved, settings);
    put(collections.destinations, await core.destinations.update({ id, ...patch }));
  };
  const actions = useDestinationActions(destination);
  const [send] = actions;
  return (
    <DestinationEditor
      draftId={id}
      saved={saved}
      isNew={false}
      title={destination.name}
      pill={<NodePill nodeKey={destinationKey(id)} />}
      meta={
        <Switch
          checked={enabled}
          onChange={(isEnabled) => void enableDestination(destination, isEnabled)}
          label="Enabled"
        />
      }
      onSave={save}
      test={<SendTestCard destination={destination} send={send} />}
      end={<LastDeliveries filter={textIs('destination', destination.name)} />}
      banner={
        enabled && problem !== null ? (
          <Banner tone="warn">{destinationProblemText(problem)}</Banner>
        ) : undefined
      }
      actions={actions}
    />
  );
}

async function create(settings: DestinationSettings): Promise<void> {
  const created = await core.destinations.create(settings);
  put(collections.destinations, created);
  openDestination(created.id);
  showToast({
    title: `Created ${created.name}`,
    tone: 'ok',
    // Shorter than an undo, since nothing is lost.
    durationMs: 6_000,
    action: { label: 'Send a sample', run: () => openSend() },
  });
}

/** Empty, or a copy of another destination. */
export function NewDestinationPane({ copyOf }: { copyOf: string | undefined }) {
  const sources = useItems(collections.sources);
  const destinations = useItems(collections.destinations);
  const original = destinations.find(({ id }) => id === copyOf);
  // Fixed when the form opens, so that a new source doesn't change it.
  const [initial] = useState(() =>
    original === undefined
      ? emptyDraft(sources.length === 1 ? sources.map(({ id }) => id) : [])
      : duplicateOf(
          original,
          destinations.map(({ name }) => name),
        ),
  );
  return (
    <DestinationEditor
      draftId={original === undefined ? 'new' : `copy of ${original.id}`}
      saved={initial}
      isNew
      title={original === undefined ? 'New destination' : `Copy of ${original.name}`}
      onSave={create}
    />
  );
}
