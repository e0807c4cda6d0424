import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { ProfileSelect } from '#renderer/connections/profile-select.tsx';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Webhook, webhooksOf } from '#shared/connections/destination.ts';
import type { SampleRequest } from '#shared/connections/operations.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { ProfileClause, ProviderProfile } from '#shared/profiles/profile.ts';
import { isDocumented, profileOf } from '#shared/profiles/profiles.ts';
import { clauseLabels, profileFacts } from '#shared/profiles/text.ts';
import { FoldedSection, Section } from '../../editor/section.tsx';
import { type DestinationDraft, settingsOf } from './destination-draft.ts';

const payloadHint = ({ body }: ProviderProfile): string | undefined =>
  body === 'payload' ? 'Its events come from Send and scenarios' : undefined;

function basisNote(profile: ProviderProfile, clause: ProfileClause): string | undefined {
  if (profile.recommended.includes(clause)) return 'Recommended';
  return isDocumented(profile, clause) ? undefined : 'Undocumented';
}

/** Whose conventions the requests follow (D55). */
export function SignsLikeSection() {
  const { control } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'profile' });
  return (
    <Section title="Signs like" actions={<LearnMore topic="profiles" />}>
      <Field label={<span className="sr-only">Signs like</span>} error={fieldState.error?.message}>
        <ProfileSelect profile={field.value} hintOf={payloadHint} onChange={field.onChange} />
      </Field>
    </Section>
  );
}

/** What the provider's conventions are. */
export function ConventionsCard() {
  const { control } = useFormContext<DestinationDraft>();
  const profile = profileOf({ profile: useWatch({ control, name: 'profile' }) });
  return (
    <FoldedSection
      title="Conventions"
      value={profile.name}
      actions={<LearnMore topic="profiles" />}
    >
      <div className="-mx-4.5 -mt-1 -mb-3.5 border-t border-line">
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
    </FoldedSection>
  );
}

/** The request of the unsaved settings for a sample event. */
export function RequestCard() {
  const { control } = useFormContext<DestinationDraft>();
  const draft = useWatch({ control }) as DestinationDraft;
  const [selectedIndex, setSelectedIndex] = useState('0');
  const settings = settingsOf(draft);
  const webhooks = webhooksOf(settings);
  const webhook = webhooks[Number(selectedIndex)] ?? webhooks[0];
  const { data, error } = usePreview(settings, webhook);
  return (
    <Section
      title="Sample request"
      padded={false}
      actions={
        webhooks.length > 1 && (
          <Segmented
            label="URL"
            size="small"
            value={String(webhook === undefined ? 0 : webhooks.indexOf(webhook))}
            onChange={setSelectedIndex}
            segments={webhooks.map((_, index) => ({
              value: String(index),
              label: String(index + 1),
            }))}
          />
        )
      }
    >
      {webhook === undefined ? (
        <p className="px-4.5 pb-3.5 text-fg-2">Enter a URL.</p>
      ) : error !== null ? (
        <Banner tone="bad">{errorSentence(error)}</Banner>
      ) : (
        data !== undefined && <SampleRequestView request={data} />
      )}
    </Section>
  );
}

/** Keeps the last one while a field is invalid. */
function usePreview(
  { sharedSecret, payloadShape, profile }: ReturnType<typeof settingsOf>,
  webhook: Webhook | undefined,
) {
  const isValid = Webhook.safeParse(webhook).success;
  const input = webhook && { webhook, sharedSecret, payloadShape, profile };
  return useQuery({
    ...api.destinations.preview.queryOptions({
      input: input === undefined || !isValid ? skipToken : input,
    }),
    placeholderData: keepPreviousData,
    // The key holds the secret.
    gcTime: 0,
  });
}

function SampleRequestView({ request }: { readonly request: SampleRequest }) {
  const { url, headers, bodyText } = request;
  return (
    <>
      <KeyValueList
        label="Request headers"
        keyWidth={124}
        items={[{ key: 'POST', value: url }, ...headers.map(([key, value]) => ({ key, value }))]}
      />
      <div className="border-t border-line">
        <div className="flex h-control items-center gap-2 pr-1.5 pl-3 text-small">
          <span className="font-medium">Body</span>
          <span className="text-fg-3">{new Blob([bodyText]).size} bytes, minified</span>
          <span className="ml-auto">
            <CopyButton value={bodyText} label="Copy body" />
          </span>
        </div>
        <CodeView
          label="Sample body"
          language="json"
          text={JSON.stringify(parseExact(bodyText), null, 2)}
        />
      </div>
    </>
  );
}
