import { useState } from 'react';
import { create } from 'zustand';
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import { host } from '#renderer/kit/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { ProfileChoice } from '#shared/connections/destination.ts';
import { definitionIn } from '#shared/profiles/definition.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles } from '#shared/profiles/profiles.ts';

// Definitions of profiles that were chosen from files, until the window is closed.

interface OwnProfiles {
  readonly profiles: readonly ProviderProfile[];
}

export const useOwnProfiles = create<OwnProfiles>()(() => ({ profiles: [] }));

interface ProfileSelectProps {
  readonly profile: ProfileChoice;
  /** Only profiles with a signature. */
  readonly signing?: boolean;
  /** Beside the names of built-in profiles. */
  readonly hintOf?: (profile: ProviderProfile) => string | undefined;
  readonly onChange: (profile: ProfileChoice) => void;
}

/** Not the ID of a profile, which has no capitals. */
const fromFile = 'FILE';

/** Built-in profiles, those that destinations define, and definitions from files. */
export function ProfileSelect(props: ProfileSelectProps) {
  const { profile, signing = false, hintOf, onChange } = props;
  const { items: destinations } = useCollection(collections.destinations);
  const own = useOwnProfiles((state) => state.profiles);
  const [problem, setProblem] = useState<string | null>(null);
  const definitions = new Map(
    [...destinations.map((destination) => destination.profile), ...own, profile].flatMap((of) =>
      typeof of === 'string' ? [] : [[of.id, of] as const],
    ),
  );
  const offered = [...definitions.values(), ...builtInProfiles].filter(
    ({ signature }) => !signing || signature.kind !== 'none',
  );

  async function choose(id: string): Promise<void> {
    setProblem(null);
    if (id !== fromFile) return onChange(definitions.get(id) ?? id);
    const file = await host.chooseFile('.json,application/json');
    if (file === null) return;
    const read = definitionIn(await file.text());
    if (typeof read === 'string') return setProblem(`${file.name}: ${read}`);
    if (signing && read.signature.kind === 'none')
      return setProblem(`${file.name}: This profile has no signature.`);
    useOwnProfiles.setState(({ profiles }) => ({
      profiles: [...profiles.filter(({ id: of }) => of !== read.id), read],
    }));
    onChange(read);
  }

  return (
    <>
      <Select
        options={[
          ...offered.map((of) => ({
            value: of.id,
            label: of.name,
            hint: definitions.has(of.id) ? 'Your own' : hintOf?.(of),
          })),
          { value: fromFile, label: 'From a file…', hint: 'Your own profile as JSON' },
        ]}
        value={typeof profile === 'string' ? profile : profile.id}
        onChange={(id) => void choose(id)}
      />
      {problem !== null && (
        <Banner tone="bad">
          <span className="whitespace-pre-line">{problem}</span>
        </Banner>
      )}
    </>
  );
}
