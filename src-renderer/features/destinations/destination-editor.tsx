import { type ReactNode, useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { revertForm } from '#renderer/parts/revert-form.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { BodyCard } from './body-card.tsx';
import type { DestinationDraft, DestinationSettings } from './destination-draft.ts';
import { destinationDrafts } from './destination-drafts.ts';
import { EventsCard } from './events-card.tsx';
import { FanOutCard } from './fan-out-card.tsx';
import { RequestCard } from './request-card.tsx';
import { RetryCard } from './retry-card.tsx';
import { SaveState } from './save-state.tsx';
import { SignatureCard } from './signature-card.tsx';
import { SourcesCard } from './sources-card.tsx';
import { showRefusal, useDestinationForm } from './use-destination-form.ts';
import { WebhooksCard } from './webhooks-card.tsx';

interface DestinationEditorProps {
  /** Under which typed input is kept. */
  readonly draftId: string;
  readonly saved: DestinationDraft;
  readonly isNew: boolean;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly banner?: ReactNode;
  /** Beside Save and Revert. */
  readonly actions?: ReactNode;
  /** Throws what the core refuses. */
  readonly onSave: (settings: DestinationSettings) => Promise<void>;
}

/** The settings of one destination in a form, and beside it what they lead to. */
export function DestinationEditor(props: DestinationEditorProps) {
  const { draftId, saved, isNew, onSave } = props;
  const form = useDestinationForm(draftId, saved);
  const { isDirty, isSubmitting, errors } = form.formState;
  const [justSaved, setJustSaved] = useState(false);
  const canSave = isNew || isDirty;

  useEffect(() => {
    if (isDirty) setJustSaved(false);
  }, [isDirty]);

  const save = form.handleSubmit(async (settings) => {
    try {
      await onSave(settings);
      destinationDrafts.drop(draftId);
      setJustSaved(true);
    } catch (error) {
      showRefusal(form, error);
    }
  });
  const revert = (): void => {
    const title = isNew ? 'Cleared the form' : `Reverted ${props.title}`;
    revertForm({ form, drafts: destinationDrafts, draftId, saved, title });
  };
  useCommands([
    {
      id: 'destination.save',
      title: isNew ? 'Create the destination' : 'Save the destination',
      section: 'Destinations',
      shortcut: 'Mod+s',
      // Also with nothing to save: the browser would otherwise offer to save the page.
      run: () => {
        if (canSave && !isSubmitting) void save();
      },
    },
    {
      id: 'destination.revert',
      title: 'Revert to what is saved',
      section: 'Destinations',
      enabled: () => isDirty,
      run: revert,
    },
  ]);

  return (
    <FormProvider {...form}>
      <section aria-label={props.title} className="flex h-full min-h-0 flex-col bg-bg-0">
        <div className="flex-none border-b border-line">
          <PageHeader
            title={<span title={props.title}>{props.title}</span>}
            badge={props.badge}
            meta={<SaveState isNew={isNew} isDirty={isDirty} justSaved={justSaved} />}
            actions={
              <>
                {props.actions}
                <Button onClick={revert} disabled={!isDirty}>
                  {isNew ? 'Clear' : 'Revert'}
                </Button>
                <Button
                  variant="primary"
                  shortcut="Mod+s"
                  busy={isSubmitting}
                  disabledReason={canSave ? undefined : 'Nothing has been changed'}
                  onClick={() => void save()}
                >
                  {isNew ? 'Create' : 'Save'}
                </Button>
              </>
            }
          />
        </div>
        {(props.banner || errors.root) && (
          <div className="flex flex-none flex-col gap-2 border-b border-line bg-bg-1 px-4 py-2">
            {props.banner}
            {errors.root && (
              <Banner tone="bad" title="It was not saved.">
                {errors.root.message}
              </Banner>
            )}
          </div>
        )}
        <div className="@container min-h-0 flex-1">
          <div className="flex h-full flex-col overflow-y-auto @min-[700px]:flex-row @min-[700px]:overflow-hidden">
            <form
              aria-label="Settings"
              noValidate
              onSubmit={(event) => void save(event)}
              className="flex min-h-0 flex-none flex-col gap-3 p-4 @min-[700px]:w-[58%] @min-[700px]:max-w-[672px] @min-[700px]:overflow-y-auto @min-[700px]:pr-2 [&>*]:flex-none"
            >
              <WebhooksCard isNew={isNew} />
              <SignatureCard />
              <SourcesCard />
              <EventsCard />
              <BodyCard />
              <FanOutCard />
              <RetryCard />
              {/* Enter in a field sends a form only when there is a submit button in it. */}
              <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
                Save
              </button>
            </form>
            <ScrollRegion
              label="What the settings lead to"
              className="flex min-w-0 flex-none flex-col gap-3 p-4 outline-offset-[-2px] @min-[700px]:flex-1 @min-[700px]:overflow-y-auto @min-[700px]:pl-2 [&>*]:flex-none"
            >
              <RequestCard />
            </ScrollRegion>
          </div>
        </div>
      </section>
    </FormProvider>
  );
}
