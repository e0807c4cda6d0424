import { collections, useCollection } from '#renderer/data/collections.ts';
import { Select } from '#renderer/ui/select.tsx';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import type { ProfileChoice } from '#shared/schemas/destination.ts';

interface ProfileSelectProps {
  readonly profile: ProfileChoice;
  /** Only profiles with a signature. */
  readonly signing?: boolean;
  readonly onChange: (profile: ProfileChoice) => void;
}

/** Built-in profiles, and those that destinations define. */
export function ProfileSelect({ profile, signing = false, onChange }: ProfileSelectProps) {
  const { items: destinations } = useCollection(collections.destinations);
  const definitions = new Map(
    [profile, ...destinations.map((destination) => destination.profile)].flatMap((of) =>
      typeof of === 'string' ? [] : [[of.id, of] as const],
    ),
  );
  const offered = [...builtInProfiles, ...definitions.values()].filter(
    ({ signature }) => !signing || signature.kind !== 'none',
  );
  return (
    <Select
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={typeof profile === 'string' ? profile : profile.id}
      onChange={(id) => onChange(definitions.get(id) ?? id)}
    />
  );
}
