import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormProvider, useController, useFormContext, useWatch } from 'react-hook-form';
import { fanOutEffects, fanOutLabels } from '#renderer/deliveries/delivery-labels.ts';
import type { BoundAction } from '#renderer/kit/actions/actions.tsx';
import { randomSecret } from '#renderer/kit/forms/new-values.ts';
import { usePersistentForm, useSaving } from '#renderer/kit/forms/persistent-form.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { CodeButton } from '#renderer/signatures/snippets.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { SecretField } from '#renderer/ui/text-field.tsx';
import {
  type FanOut,
  type PayloadShape,
  sharedSecretWarning,
} from '#shared/connections/destination.ts';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { signatureLabel } from '#shared/profiles/text.ts';
import { EditorFrame } from '../../editor/editor-frame.tsx';
import { FoldedSection, Section } from '../../editor/section.tsx';
import {
  type DestinationDraft,
  type DestinationSettings,
  destinationForms,
} from './destination-draft.ts';
import { ConventionsCard, RequestCard, SignsLikeSection } from './request-cards.tsx';
import { RetryCard } from './retry-card.tsx';
import { EventsCard, SourcesCard } from './routing-cards.tsx';
import { UrlsSection } from './urls-section.tsx';

interface DestinationEditorProps {
  /** Key of the unsaved input. */
  readonly draftId: string;
  readonly saved: DestinationDraft;
  readonly isNew: boolean;
  readonly title: string;
  readonly pill?: ReactNode;
  readonly meta?: ReactNode;
  readonly banner?: ReactNode;
  readonly actions?: readonly BoundAction[];
  /** Between the settings and the request that they make. */
  readonly test?: ReactNode;
  readonly end?: ReactNode;
  /** Throws the core's errors. */
  readonly onSave: (settings: DestinationSettings) => Promise<void>;
}

/** The settings of a destination, and the request that they make. */
export function DestinationEditor(props: DestinationEditorProps) {
  const { draftId, saved, isNew, onSave } = props;
  const persistent = usePersistentForm(destinationForms, draftId, saved);
  const { form } = persistent;
  const saving = useSaving(persistent, {
    isNew,
    noun: 'destination',
    section: 'Destinations',
    title: props.title,
    onSave,
  });
  return (
    <FormProvider {...form}>
      <EditorFrame
        title={props.title}
        pill={props.pill}
        meta={props.meta}
        actions={props.actions ?? []}
        banner={props.banner}
        saving={saving}
        problem={form.formState.errors.root?.message}
      >
        <form
          aria-label="Settings"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            saving.save();
          }}
          className="flex flex-none flex-col border-t border-line first:border-t-0"
        >
          <UrlsSection isNew={isNew} />
          <SignsLikeSection />
          <SignatureCard />
          <MessageCards />
          <FanOutCard />
          <RetryCard />
          <ConventionsCard />
          {/* Enter submits a form only if it has a submit button. */}
          <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
            Save
          </button>
        </form>
        {props.test}
        <RequestCard />
        {props.end}
      </EditorFrame>
    </FormProvider>
  );
}

/** Which messages are delivered, and as what; a profile with payloads delivers none. */
function MessageCards() {
  const { control } = useFormContext<DestinationDraft>();
  if (takesPayloads({ profile: useWatch({ control, name: 'profile' }) }))
    return (
      <Section title="Events">
        <p className="text-fg-2">
          Its events come from Send event and from{' '}
          <RouteLink to={{ page: 'rehearse' }}>scenarios</RouteLink>, not from sources.
        </p>
      </Section>
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
    <FoldedSection
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
    </FoldedSection>
  );
}

/** Whether one success stops retries of the other URLs (D24). */
function FanOutCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field } = useController({ control, name: 'fanOut' });
  // One URL leaves no choice.
  const hasSeveral = useWatch({ control, name: 'urls' }).length > 1;
  return (
    <FoldedSection
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
    </FoldedSection>
  );
}

function SignatureCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field, fieldState } = useController({ control, name: 'sharedSecret' });
  const profile = useWatch({ control, name: 'profile' });
  const { signature } = profileOf({ profile });
  if (signature.kind === 'none') return null;
  return (
    <Section title="Signature" meta={signatureLabel(signature)}>
      <Field
        label="Shared secret"
        optional
        error={fieldState.error?.message}
        warning={sharedSecretWarning(field.value)}
        hint={
          field.value === ''
            ? "Without it, requests aren't signed."
            : 'Your server needs the same secret.'
        }
      >
        <div className="flex gap-1.5">
          <SecretField {...field} noun="shared secret" className="flex-1" placeholder="None" />
          <Button icon={KeyRound} onClick={() => field.onChange(randomSecret(signature))}>
            Generate
          </Button>
          <CodeButton profile={profile} />
        </div>
      </Field>
    </Section>
  );
}
