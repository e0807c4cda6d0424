import { useController, useFormContext } from 'react-hook-form';
import { NewSourceField } from '#renderer/components/new-source-field.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { FoldedCard } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { DestinationDraft } from './destination-draft.ts';

export function SourcesCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'sourceIds' });
  const sources = useItems(collections.sources);
  const connected = new Set(field.value);
  const names = sources.filter(({ id }) => connected.has(id)).map(({ name }) => visibleLine(name));
  const connect = (id: string, isConnected: boolean): void =>
    field.onChange(
      isConnected ? [...field.value, id] : field.value.filter((sourceId) => sourceId !== id),
    );

  return (
    <FoldedCard
      title="Connected sources"
      value={names.join(', ')}
      isOpen={connected.size === 0 || fieldState.error !== undefined}
    >
      {sources.length === 0 ? (
        <NewSourceField label="Source" onCreated={({ id }) => connect(id, true)} />
      ) : (
        <fieldset>
          <legend className="sr-only">Connected sources</legend>
          <div className="flex max-h-56 flex-col gap-1.5 overflow-y-auto p-0.5">
            {sources.map((source) => (
              <Checkbox
                key={source.id}
                checked={connected.has(source.id)}
                onChange={(isConnected) => connect(source.id, isConnected)}
                label={
                  <span className="[overflow-wrap:anywhere]">
                    {visibleLine(source.name)}
                    {!source.enabled && <span className="text-fg-3"> (disabled)</span>}
                  </span>
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {fieldState.error ? (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {fieldState.error.message}
        </p>
      ) : (
        sources.length > 0 &&
        connected.size === 0 && (
          <p className="mt-1.5 text-small text-warn">Connect a source to deliver events</p>
        )
      )}
    </FoldedCard>
  );
}
