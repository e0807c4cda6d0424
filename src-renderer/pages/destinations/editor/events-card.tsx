import { useController, useFormContext } from 'react-hook-form';
import { FoldedCard } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { TrackFilter } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';
import { TagsField } from './tags-field.tsx';

function filterHint({ mode, events }: TrackFilter): string {
  if (mode === 'block')
    return events.length === 0 ? 'Sends all track events' : 'Filters these track events';
  return events.length === 0
    ? 'Filters all track events: add names'
    : 'Filters all other track events';
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
