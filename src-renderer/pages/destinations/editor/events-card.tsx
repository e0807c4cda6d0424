import { useController, useFormContext } from 'react-hook-form';
import { FoldedCard } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { TrackFilter } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';
import { TagsField } from './tags-field.tsx';

function filterHint({ mode, events }: TrackFilter): string {
  if (mode === 'block')
    return events.length === 0
      ? 'No track events are filtered'
      : 'Track events with these names are filtered';
  return events.length === 0
    ? 'All track events are filtered. Add names to allow them'
    : 'All other track events are filtered';
}

function filterValue({ mode, events }: TrackFilter): string {
  if (mode === 'block')
    return events.length === 0 ? 'All delivered' : `All but ${events.join(', ')}`;
  return `Only ${events.join(', ')}`;
}

/** Filters track events; other types always pass. */
export function EventsCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'trackFilter' });
  const filter = field.value;
  const error = fieldState.error?.message ?? fieldState.error?.root?.message;
  return (
    <FoldedCard
      title="Track events"
      value={filterValue(filter)}
      isOpen={error !== undefined || (filter.mode === 'allow' && filter.events.length === 0)}
      actions={
        <Segmented<TrackFilter['mode']>
          label="Track filter"
          size="small"
          value={filter.mode}
          onChange={(mode) => field.onChange({ ...filter, mode })}
          segments={[
            { value: 'block', label: 'Block' },
            { value: 'allow', label: 'Allow only' },
          ]}
        />
      }
    >
      <Field
        label="Event names"
        error={error}
        warning={
          filter.mode === 'allow' && filter.events.length === 0 ? filterHint(filter) : undefined
        }
        hint={filterHint(filter)}
      >
        <TagsField
          tags={filter.events}
          onChange={(events) => field.onChange({ ...filter, events })}
          placeholder="Order Completed"
        />
      </Field>
    </FoldedCard>
  );
}
