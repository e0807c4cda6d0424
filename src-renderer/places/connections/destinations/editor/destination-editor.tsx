import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormProvider, useController, useFormContext, useWatch } from 'react-hook-form';
import { fanOutEffects, fanOutLabels } from '#renderer/deliveries/delivery-labels.ts';
import { randomSecret } from '#renderer/kit/forms/new-values.ts';
import {
  SaveButtons,
  type Saving,
  usePersistentForm,
  useSaving,
} from '#renderer/kit/forms/persistent-form.tsx';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { CodeButton } from '#renderer/signatures/snippets.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card, FoldedCard } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { SecretField } from '#renderer/ui/text-field.tsx';
import {
  type FanOut,
  type PayloadShape,
  sharedSecretWarning,
} from '#shared/connections/destination.ts';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { signatureLabel } from '#shared/profiles/text.ts';
import {
  type DestinationDraft,
  type DestinationSettings,
  destinationForms,
} from './destination-draft.ts';
import { ProfileCard, RequestCard } from './request-cards.tsx';
import { RetryCard } from './retry-card.tsx';
import { EventsCard, SourcesCard } from './routing-cards.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

interface DestinationEditorProps {
  /** Key of the unsaved input. */
  readonly draftId: string;
  readonly saved: DestinationDraft;
  readonly isNew: boolean;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly banner?: ReactNode;
  readonly actions?: ReactNode;
  /** Above the preview. */
  readonly test?: ReactNode;
  /** Throws the core's errors. */
  readonly onSave: (settings: DestinationSettings) => Promise<void>;
}

/** The settings of a destination, next to a preview of its request. */
export function DestinationEditor(props: DestinationEditorProps) {
  const { draftId, saved, isNew, onSave } = props;
  const persistent = usePersistentForm(destinationForms, draftId, saved);
  const { form } = persistent;
  const { errors } = form.formState;
  const saving = useSaving(persistent, {
    isNew,
    noun: 'destination',
    section: 'Destinations',
    title: props.title,
    onSave,
  });

  return (
    <FormProvider {...form}>
      <section
        {...paneMark}
        aria-label={props.title}
        className="flex h-full min-h-0 flex-col bg-bg-0 -outline-offset-2"
      >
        <div className="flex-none border-b border-line">
          <PageHeader
            title={<span title={props.title}>{props.title}</span>}
            badge={props.badge}
            meta={<SaveState {...saving} />}
            actions={
              <>
                {props.actions}
                <SaveButtons {...saving} />
              </>
            }
          />
        </div>
        {(props.banner || errors.root) && (
          <div className="flex flex-none flex-col gap-2 border-b border-line bg-bg-1 px-4 py-2">
            {props.banner}
            {errors.root && (
              <Banner tone="bad" title="Can't save.">
                {errors.root.message}
              </Banner>
            )}
          </div>
        )}
        <div className="@container min-h-0 flex-1">
          <div className="flex h-full flex-col overflow-y-auto @xl:flex-row @xl:overflow-hidden">
            <form
              aria-label="Settings"
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                saving.save();
              }}
              className="flex min-h-0 flex-none flex-col gap-3 p-4 @xl:w-[58%] @xl:max-w-[672px] @xl:overflow-y-auto @xl:pr-2 [&>*]:flex-none"
            >
              <WebhooksCard isNew={isNew} />
              <ProfileCard />
              <SignatureCard />
              <MessageCards />
              <FanOutCard />
              <RetryCard />
              {/* Enter submits a form only if it has a submit button. */}
              <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
                Save
              </button>
            </form>
            <ScrollRegion
              label="Preview"
              className="flex min-w-0 flex-none flex-col gap-3 p-4 -outline-offset-2 @xl:flex-1 @xl:overflow-y-auto @xl:pl-2 [&>*]:flex-none"
            >
              {props.test}
              <RequestCard />
            </ScrollRegion>
          </div>
        </div>
      </section>
    </FormProvider>
  );
}

function SaveState({ isNew, isDirty }: Saving) {
  const text = isDirty ? 'Unsaved draft' : isNew ? 'Enter a name and a webhook URL' : 'Saved';
  return <span role="status">{text}</span>;
}

/** Which messages are delivered, and as what; a profile with payloads delivers none. */
function MessageCards() {
  const { control } = useFormContext<DestinationDraft>();
  if (takesPayloads({ profile: useWatch({ control, name: 'profile' }) }))
    return (
      <Card title="Events">
        <p className="text-fg-2">
          Send event and <RouteLink to={{ page: 'scenarios' }}>scenarios</RouteLink> send its
          events, not sources
        </p>
      </Card>
    );
  return (
    <>
      <SourcesCard />
      <EventsCard />
      <BodyCard />
    </>
  );
}

const bodyEffects: Record<PayloadShape, string> = {
  documented: 'Standard fields only',
  full: 'Adds messageId, anonymousId, integrations, channel and timestamps',
};

function BodyCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field } = useController({ control, name: 'payloadShape' });
  return (
    <FoldedCard
      title="Payload format"
      value={field.value === 'full' ? 'Full' : 'Standard'}
      actions={
        <Segmented<PayloadShape>
          label="Payload format"
          size="small"
          value={field.value}
          onChange={field.onChange}
          segments={[
            { value: 'documented', label: 'Standard' },
            { value: 'full', label: 'Full' },
          ]}
        />
      }
    >
      <p className="text-fg-2">{bodyEffects[field.value]}</p>
    </FoldedCard>
  );
}

/** Whether one success stops retries of the other URLs (D24). */
function FanOutCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field } = useController({ control, name: 'fanOut' });
  const [single, webhooks] = useWatch({ control, name: ['webhookUrl', 'webhooks'] });
  // One URL leaves no choice.
  const hasSeveral = webhooks.length + (single.trim() === '' ? 0 : 1) > 1;
  return (
    <FoldedCard
      title="Done when"
      value={fanOutLabels[field.value]}
      isOpen={hasSeveral}
      actions={
        <Segmented<FanOut>
          label="Done when"
          size="small"
          value={field.value}
          onChange={field.onChange}
          segments={[
            { value: 'any', label: fanOutLabels.any },
            { value: 'each', label: fanOutLabels.each },
          ]}
        />
      }
    >
      <p className="text-fg-2">{fanOutEffects[field.value]}</p>
    </FoldedCard>
  );
}

function SignatureCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'sharedSecret' });
  const profile = useWatch({ control, name: 'profile' });
  const { signature } = profileOf({ profile });
  if (signature.kind === 'none') return null;
  return (
    <Card title="Signature" meta={signatureLabel(signature)}>
      <Field
        label="Shared secret"
        optional
        error={fieldState.error?.message}
        warning={sharedSecretWarning(field.value)}
        hint={field.value === '' ? "Requests aren't signed" : 'Use the same secret in the receiver'}
      >
        <div className="flex gap-1.5">
          <SecretField {...field} noun="shared secret" className="flex-1" placeholder="None" />
          <Button icon={KeyRound} onClick={() => field.onChange(randomSecret(signature))}>
            Generate
          </Button>
          <CodeButton profile={profile} />
        </div>
      </Field>
    </Card>
  );
}
