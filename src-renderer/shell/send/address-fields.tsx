/** Which event is sent, and as or to what. */
import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, Search } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useMemo, useState } from 'react';
import { NewSourceField } from '#renderer/connections/new-source-field.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { popupPanel } from '#renderer/ui/popup.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { counted } from '#shared/kit/format.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { SendEvent } from './send-request.ts';
import { addCopy, chooseEvent, useSend } from './send-store.ts';

interface RowProps {
  readonly label: string;
  readonly labelFor?: string;
  readonly children: ReactNode;
}

/** A field beside its label. */
export function Row({ label, labelFor, children }: RowProps) {
  return (
    <div className="grid flex-none grid-cols-[62px_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={labelFor} className="font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}

/** A type, or the provider of a payload. */
function kindOf(event: SendEvent): string {
  if (event.kind === 'message') return event.type;
  return event.profile === null ? 'payload' : profileOf({ profile: event.profile }).name;
}

interface EventFieldProps {
  readonly events: readonly SendEvent[];
  readonly chosen: SendEvent;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The sample or copy to start from; typing searches. */
export function EventField({ events, chosen, inputRef }: EventFieldProps) {
  const id = useId();
  const texts = useSend((state) => state.texts);
  const [isOpen, setOpen] = useState(false);
  const contains = Combobox.useFilter();
  return (
    <Row label="Event" labelFor={id}>
      <Combobox.Root<SendEvent>
        items={events}
        value={chosen}
        onValueChange={(event) => event !== null && chooseEvent(event)}
        itemToStringLabel={({ title }) => title}
        isItemEqualToValue={(one, other) => one.name === other.name}
        filter={(event, query) =>
          contains.contains(`${event.title} ${kindOf(event)}`, query) ||
          (event.kind === 'payload' && contains.contains(event.event, query))
        }
        autoHighlight
        open={isOpen}
        onOpenChange={(next) => setOpen(next)}
      >
        <Combobox.InputGroup className="control-frame flex min-w-0 items-center gap-2 px-2">
          <Search className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
          <Combobox.Input
            id={id}
            ref={inputRef}
            spellCheck={false}
            // What is typed replaces the title.
            onFocus={({ currentTarget }) => currentTarget.select()}
            // Otherwise it would clear the choice.
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
            }}
            className="h-full min-w-0 flex-1 truncate bg-transparent font-medium outline-none focus-visible:outline-none"
          />
          <span className="flex-none text-small text-fg-3">{kindOf(chosen)}</span>
          <span className="flex-none text-small text-fg-3 max-sm:hidden">
            {counted(events.length, 'sample')}
          </span>
          <Combobox.Trigger aria-label="Show samples" tabIndex={-1} className="flex-none text-fg-3">
            <ChevronsUpDown className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} collisionPadding={8} className="z-50 outline-none">
            <Combobox.Popup
              render={popupPanel}
              aria-label="Samples"
              className="floating max-h-[min(440px,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1"
            >
              <Combobox.Empty className="px-2 text-fg-2 not-empty:py-1.5">
                No matching sample
              </Combobox.Empty>
              <Combobox.List>
                {(event: SendEvent) => (
                  <Combobox.Item
                    key={event.name}
                    value={event}
                    className="flex min-h-7 items-center gap-2 rounded-chip px-2 outline-none data-highlighted:bg-bg-3"
                  >
                    <span className="w-3.5 flex-none">
                      <Combobox.ItemIndicator>
                        <Check
                          className="icon-small text-accent"
                          strokeWidth={2}
                          aria-hidden="true"
                        />
                      </Combobox.ItemIndicator>
                    </span>
                    <span className="min-w-0 flex-1 truncate" title={event.title}>
                      {event.title}
                    </span>
                    <span className="flex-none text-small text-fg-2">
                      {kindOf(event)}
                      {event.origin !== 'sample' && ` · ${event.origin}`}
                      {texts[event.name] !== undefined && ' · changed'}
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Row>
  );
}

interface SourceFieldProps {
  readonly sources: readonly Source[];
  readonly chosen: Source | undefined;
}

/** The source of the messages; offers to create one if there is none. */
export function SourceField({ sources, chosen }: SourceFieldProps) {
  const choose = (sourceId: string): void => {
    useSend.setState({ sourceId });
  };
  if (sources.length === 0)
    return <NewSourceField label="Send as" onCreated={({ id }) => choose(id)} />;
  return (
    <Row label="As">
      <Select
        aria-label="Send as"
        value={chosen?.id ?? null}
        onChange={choose}
        options={sources.map(({ id, name, enabled }) => ({
          value: id,
          label: name,
          hint: enabled ? undefined : 'Disabled: rejects events',
        }))}
      />
    </Row>
  );
}

const newDestination = { page: 'connections', path: ['destinations', 'new'] } as const;

interface DestinationFieldProps {
  readonly destinations: readonly Destination[];
  readonly chosen: Destination | undefined;
  /** The payload as a message, which any destination takes; null if it can't be one. */
  readonly asTrack: SendEvent | null;
}

/** The only destination of a payload. */
export function DestinationField({ destinations, chosen, asTrack }: DestinationFieldProps) {
  const options = useMemo(
    () =>
      destinations.map((destination) => ({
        value: destination.id,
        label: destination.name,
        hint: destination.enabled ? profileOf(destination).name : 'Disabled',
      })),
    [destinations],
  );
  return (
    <Row label="To">
      {chosen === undefined ? (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-fg-2">
          <p className="basis-full">
            No destination takes payloads as they are: add one that signs like a provider
            {asTrack === null ? '.' : ', or send this one in an event.'}
          </p>
          <Button onClick={() => navigate(newDestination)}>Add a destination</Button>
          {asTrack !== null && (
            <Button onClick={() => addCopy(asTrack)}>Send as track event</Button>
          )}
        </div>
      ) : (
        <Select
          aria-label="Send to"
          value={chosen.id}
          onChange={(destinationId) => useSend.setState({ destinationId })}
          options={options}
        />
      )}
    </Row>
  );
}
