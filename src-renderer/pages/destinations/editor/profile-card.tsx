import { useController, useFormContext } from 'react-hook-form';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { ProfileSelect } from '#renderer/components/profile-select.tsx';
import { FoldedCard } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { clauseLabels, profileFacts } from '#shared/labels/profiles.ts';
import { defaultProfileId, isDocumented, profileOf } from '#shared/profiles/profiles.ts';
import type { ProfileClause, ProviderProfile } from '#shared/schemas/profile.ts';
import type { DestinationDraft } from './destination-draft.ts';

const payloadHint = ({ body }: ProviderProfile): string | undefined =>
  body === 'payload' ? 'Payloads from Send and scenarios' : undefined;

function basisNote(profile: ProviderProfile, clause: ProfileClause): string | undefined {
  if (profile.recommended.includes(clause)) return 'Recommended';
  return isDocumented(profile, clause) ? undefined : 'Undocumented';
}

/** Whose conventions the requests follow (D55). */
export function ProfileCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'profile' });
  const profile = profileOf({ profile: field.value });
  return (
    <FoldedCard
      title="Provider profile"
      value={profile.name}
      isOpen={field.value !== defaultProfileId}
      actions={<LearnMore topic="profiles" />}
    >
      <Field label="Profile" error={fieldState.error?.message}>
        <ProfileSelect profile={field.value} hintOf={payloadHint} onChange={field.onChange} />
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
