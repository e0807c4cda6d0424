import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { collections, put, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ReceiverSettings } from '#shared/schemas/receiver.ts';
import { openReceiver } from '../receiver-actions.ts';
import { BehaviorForm } from './behavior-form.tsx';
import { FormBar } from './form-bar.tsx';
import { duplicateOf, emptyDraft } from './receiver-draft.ts';
import { useReceiverForm } from './use-receiver-form.ts';

async function create(settings: ReceiverSettings): Promise<void> {
  const created = await core.receivers.create(settings);
  put(collections.receivers, created);
  openReceiver(created.id);
  showToast({ title: `Created ${created.name}`, tone: 'ok' });
}

/** A receiver that does not exist yet: the plainest, or a copy of another. */
export function NewReceiverPane({ copyOf }: { copyOf: string | undefined }) {
  const all = useItems(collections.receivers);
  const original = all.find(({ id }) => id === copyOf);
  // Fixed when the form opens: a receiver that comes later must not change what is on the screen.
  const [begun] = useState(() =>
    original === undefined
      ? emptyDraft()
      : duplicateOf(
          original,
          all.map(({ name }) => name),
        ),
  );
  const draftId = original === undefined ? 'new' : `copy of ${original.id}`;
  const title = original === undefined ? 'Your own receiver' : `Copy of ${original.name}`;
  const form = useReceiverForm(draftId, begun);
  return (
    <FormProvider {...form}>
      <section aria-label={title} className="flex h-full min-h-0 flex-col bg-bg-0">
        <div className="flex-none border-b border-line">
          <PageHeader
            title={title}
            meta="A name is all it needs."
            actions={
              <FormBar
                form={form}
                draftId={draftId}
                saved={begun}
                title={title}
                isNew
                onSave={create}
              />
            }
          />
        </div>
        <BehaviorForm form={form} />
      </section>
    </FormProvider>
  );
}
