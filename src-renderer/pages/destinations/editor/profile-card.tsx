import { useController, useFormContext } from 'react-hook-form';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { FoldedCard } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Select, type SelectOption } from '#renderer/ui/select.tsx';
import { clauseLabels, profileFacts } from '#shared/labels/profiles.ts';
import { builtInProfiles, defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import type { ProfileClause, ProviderProfile } from '#shared/schemas/profile.ts';
import type { DestinationDraft } from './destination-draft.ts';

const builtIn: readonly SelectOption[] = builtInProfiles.map(({ id, name, body }) => ({
  value: id,
  label: name,
  hint: body === 'payload' ? 'Payloads from Send and scenarios' : undefined,
}));

function basisNote(profile: ProviderProfile, clause: ProfileClause): string | undefined {
  if (profile.recommended.includes(clause)) return 'Recommended';
  return profile.sources[clause] === undefined ? 'Undocumented' : undefined;
}

/** Whose conventions the requests follow (D55). */
export function ProfileCard() {
  const { control, formState } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'profile' });
  const profile = profileOf({ profile: field.value });
  const saved = formState.defaultValues?.profile;
  const custom = [field.value, saved].find((choice) => typeof choice === 'object');
  const options =
    custom === undefined
      ? builtIn
      : [...builtIn, { value: '', label: custom.name ?? '', hint: 'From the configuration file' }];
  return (
    <FoldedCard
      title="Provider profile"
      value={profile.name}
      isOpen={field.value !== defaultProfileId}
      actions={<LearnMore topic="profiles" />}
    >
      <Field label="Profile" error={fieldState.error?.message}>
        <Select
          options={options}
          value={typeof field.value === 'string' ? field.value : ''}
          onChange={(id) => field.onChange(id === '' ? custom : id)}
        />
      </Field>
      <div className="mt-2.5 -mx-3 -mb-3 border-t border-line">
        <KeyValueList
          label="Conventions"
          keyWidth={140}
          items={profileFacts(profile).map(({ clause, text }) => ({
            key: clauseLabels[clause],
            value: text,
            note: basisNote(profile, clause),
          }))}
        />
      </div>
    </FoldedCard>
  );
}
