import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { paneMark } from '#renderer/components/focus-detail.ts';
import { SaveButtons } from '#renderer/components/save-buttons.tsx';
import { useSaving } from '#renderer/components/use-saving.ts';
import { Banner } from '#renderer/ui/banner.tsx';
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
import { fieldOf, useDestinationForm } from './use-destination-form.ts';
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
  const { errors } = form.formState;
  const saving = useSaving({
    form,
    drafts: destinationDrafts,
    draftId,
    saved,
    isNew,
    noun: 'destination',
    section: 'Destinations',
    title: props.title,
    fieldOf,
    onSave,
  });

  return (
    <FormProvider {...form}>
      <section
        {...paneMark}
        aria-label={props.title}
        className="flex h-full min-h-0 flex-col bg-bg-0 outline-offset-[-2px]"
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
              onSubmit={(event) => {
                event.preventDefault();
                saving.save();
              }}
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
