import { collections, useCollection } from '#renderer/data/collections.ts';
import { Select } from '#renderer/ui/select.tsx';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import type { ProfileChoice } from '#shared/schemas/destination.ts';

interface ProfileSelectProps {
  readonly profile: ProfileChoice;
  readonly onChange: (profile: ProfileChoice) => void;
}

const builtInOptions = builtInProfiles.map(({ id, name }) => ({ value: id, label: name }));

/** Built-in profiles, and those that destinations define. */
export function ProfileSelect({ profile, onChange }: ProfileSelectProps) {
  const { items: destinations } = useCollection(collections.destinations);
  const definitions = new Map(
    [profile, ...destinations.map((destination) => destination.profile)].flatMap((of) =>
      typeof of === 'string' ? [] : [[of.id, of] as const],
    ),
  );
  const defined = [...definitions.values()].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      options={[...builtInOptions, ...defined]}
      value={typeof profile === 'string' ? profile : profile.id}
      onChange={(id) => onChange(definitions.get(id) ?? id)}
    />
  );
}
