import { ActionButton, type BoundAction } from '#renderer/kit/actions/actions.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { maxSendCount, type Sample } from '#shared/sending/send.ts';
import type { CheckedSend, SendEvent } from './send-request.ts';
import { useSend } from './send-store.ts';

// The destination of a payload.

/** Messages, and the events of the providers whose profiles are in use; all for a profile of one's own. */
export function shownSamples(
  samples: readonly Sample[],
  destinations: readonly Destination[],
): readonly Sample[] {
  const profiles = new Set(destinations.filter(takesPayloads).map(({ profile }) => profile));
  const isAll = [...profiles].some((profile) => typeof profile === 'object');
  return samples.filter(({ profile }) => profile === null || isAll || profiles.has(profile));
}

/** Destinations with the event's profile, or all that take payloads; and the last chosen one. */
export function useSendTo(event: SendEvent | undefined): {
  readonly destinations: readonly Destination[];
  readonly destination: Destination | undefined;
} {
  const items = useItems(collections.destinations);
  const chosenId = useSend((state) => state.destinationId);
  if (event?.kind !== 'payload') return { destinations: [], destination: undefined };
  const { profile } = event;
  const taking = items.filter(takesPayloads);
  const matching = taking.filter((destination) => destination.profile === profile);
  const destinations = matching.length > 0 ? matching : taking;
  return {
    destinations,
    destination: destinations.find(({ id }) => id === chosenId) ?? destinations[0],
  };
}

/** Why the destination can't be sent to; undefined if it can. */
export function destinationProblem(destination: Destination | undefined): string | undefined {
  if (destination === undefined) return 'No destination takes payloads';
  return destination.enabled ? undefined : 'Enable the destination';
}

interface DestinationPickerProps {
  readonly destinations: readonly Destination[];
  readonly chosen: Destination | undefined;
}

export function DestinationPicker({ destinations, chosen }: DestinationPickerProps) {
  if (chosen === undefined)
    return (
      <p className="text-fg-2">
        No destination takes payloads.{' '}
        <RouteLink to={{ page: 'destinations' }}>Choose a profile</RouteLink>
      </p>
    );
  return (
    <div className="flex items-center gap-2">
      <span className="flex-none font-medium" aria-hidden="true">
        Send to
      </span>
      <Select
        aria-label="Send to"
        className="w-full max-w-72"
        value={chosen.id}
        onChange={(destinationId) => useSend.setState({ destinationId })}
        options={destinations.map((destination) => ({
          value: destination.id,
          label: destination.name,
          hint: destination.enabled ? profileOf(destination).name : 'Disabled',
        }))}
      />
    </div>
  );
}

interface SendBarProps {
  readonly checked: CheckedSend;
  readonly send: BoundAction;
}

/** Count, rate and the send button. */
export function SendBar({ checked, send }: SendBarProps) {
  const count = useSend((state) => state.count);
  const perSecond = useSend((state) => state.perSecond);
  const problems = checked.request === null ? checked.problems : {};
  const sharesId =
    checked.request !== null &&
    checked.request.count > 1 &&
    checked.request.message?.messageId !== undefined;
  return (
    <div className="@container flex-none border-t border-line bg-bg-1 px-4 pt-2.5 pb-1.5">
      <div className="flex flex-wrap items-start gap-x-3">
        <Field label="Count" className="w-22" error={problems.count} hint="messages">
          <NumberField
            value={count}
            onChange={(next) => {
              useSend.setState({ count: next });
            }}
            min={1}
            max={maxSendCount}
          />
        </Field>
        <Field
          label="Rate"
          className="min-w-24 flex-1"
          error={problems.perSecond}
          hint={perSecond === null ? 'Leave empty for no limit' : 'per second'}
          disabled={count === 1}
        >
          <NumberField
            value={perSecond}
            onChange={(next) => {
              useSend.setState({ perSecond: next });
            }}
            min={1}
            max={10_000}
            unit="/ s"
            disabled={count === 1}
          />
        </Field>
        <ActionButton
          action={send}
          variant="primary"
          // Keeps the bar in one row in narrow windows.
          className="mt-label @max-sm:[&_kbd]:hidden"
        />
      </div>
      {sharesId && (
        <p className="pb-1 text-small text-warn">Same messageId: only the first is delivered.</p>
      )}
    </div>
  );
}
