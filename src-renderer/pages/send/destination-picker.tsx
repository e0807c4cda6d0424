/** The destination of a payload. */
import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Select } from '#renderer/ui/select.tsx';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import type { Sample } from '#shared/schemas/send.ts';
import type { SendEvent } from './send-request.ts';
import { useSend } from './send-store.ts';

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
