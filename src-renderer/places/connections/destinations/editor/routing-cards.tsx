import { Field as BaseField } from '@base-ui/react/field';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { NewSourceField } from '#renderer/connections/new-source-field.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import type { TrackFilter } from '#shared/connections/destination.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { FoldedSection } from '../../editor/section.tsx';
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
    <FoldedSection
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
    </FoldedSection>
  );
}

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: string[]) => void;
  readonly placeholder: string;
}

/** Enter adds a tag, Backspace at the start removes the last. */
function TagsField({ tags, onChange, placeholder }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const add = (text: string): void => {
    onChange(addedTags(tags, text));
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1));
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    add(`${typed}${pasted}`);
  };
  const remove = (tag: string): void => {
    onChange(tags.filter((otherTag) => otherTag !== tag));
    input.current?.focus();
  };

  return (
    <div className="control-frame flex h-auto max-h-44 min-h-control flex-wrap overflow-y-auto items-center gap-1 px-1 py-0.75">
      {tags.length > 0 && (
        <ul aria-label="Event names" className="contents">
          {tags.map((tag) => (
            <li
              key={tag}
              className="bytes inline-flex h-5.5 max-w-full items-center rounded-chip bg-bg-3 pl-1.5"
            >
              <span className="truncate" title={tag}>
                {tag}
              </span>
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={() => remove(tag)}
                className="ml-0.5 grid size-5.5 flex-none place-items-center rounded-chip text-fg-3 hover:text-fg"
              >
                <X size={11} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <BaseField.Control
        ref={input}
        value={typed}
        placeholder={tags.length === 0 ? placeholder : ''}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        // Also adds text that wasn't confirmed with Enter.
        onBlur={() => typed.trim() !== '' && add(typed)}
        className="bytes h-5.5 min-w-24 flex-1 bg-transparent px-1 outline-none focus-visible:outline-none"
      />
    </div>
  );
}

/** Adds one tag per line, without empty ones and duplicates. */
export function addedTags(tags: readonly string[], text: string): string[] {
  const added = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set([...tags, ...added])];
}

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
    <FoldedSection
      title="Track events"
      name="events"
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
    </FoldedSection>
  );
}
