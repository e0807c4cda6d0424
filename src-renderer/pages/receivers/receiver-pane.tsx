import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { changedFields } from '#renderer/components/draft.ts';
import { paneMark } from '#renderer/components/focus.ts';
import { usePersistentForm } from '#renderer/components/persistent-form.tsx';
import { collections, put, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Receiver, ReceiverSettings } from '#shared/schemas/receiver.ts';
import { BehaviorForm, FormBar } from './editor/behavior-form.tsx';
import {
  draftOf,
  duplicateOf,
  emptyDraft,
  receiverForms,
  settingsOf,
} from './editor/receiver-draft.ts';
import { openReceiver } from './receiver-actions.ts';
import { ReceiverHeader } from './receiver-header.tsx';
import type { ReceiverTab, ReceiverView } from './receiver-route.ts';
import { RequestsBar, RequestsTab } from './requests/requests-tab.tsx';

interface ReceiverPaneProps {
  readonly receiver: Receiver;
  readonly view: Extract<ReceiverView, { kind: 'one' }>;
}

export function ReceiverPane({ receiver, view }: ReceiverPaneProps) {
  const { id, name } = receiver;
  const saved = useMemo(() => draftOf(receiver), [receiver]);
  const form = usePersistentForm(receiverForms, id, saved);
  const save = async (settings: ReceiverSettings): Promise<void> => {
    const patch = changedFields(settingsOf(saved), settings);
    put(collections.receivers, await core.receivers.update({ id, ...patch }));
  };
  return (
    <FormProvider {...form.form}>
      <section
        {...paneMark}
        aria-label={name}
        className="flex h-full min-h-0 flex-col bg-bg-0 -outline-offset-2"
      >
        <ReceiverHeader receiver={receiver} />
        <Tabs<ReceiverTab>
          label="Receiver"
          listClassName="min-h-11 py-2 border-b border-line bg-bg-1 px-4"
          value={view.tab}
          onChange={(tab) => openReceiver(id, tab)}
          tabs={[
            { value: 'requests', label: 'Requests' },
            { value: 'behavior', label: 'Behavior' },
          ]}
          trailing={
            view.tab === 'requests' ? (
              <RequestsBar receiver={receiver} />
            ) : (
              <FormBar form={form} title={name} onSave={save} />
            )
          }
        >
          <TabPanel value="requests" className="flex flex-col">
            <RequestsTab receiver={receiver} requestId={view.requestId} />
          </TabPanel>
          <TabPanel value="behavior" className="flex flex-col">
            <BehaviorForm receiver={receiver} />
          </TabPanel>
        </Tabs>
      </section>
    </FormProvider>
  );
}

async function create(settings: ReceiverSettings): Promise<void> {
  const created = await core.receivers.create(settings);
  put(collections.receivers, created);
  openReceiver(created.id);
  showToast({ title: `Created ${created.name}`, tone: 'ok' });
}

/** The default settings, or a copy of another receiver. */
export function NewReceiverPane({ copyOf }: { copyOf: string | undefined }) {
  const receivers = useItems(collections.receivers);
  const original = receivers.find(({ id }) => id === copyOf);
  // Fixed when the form opens, so that a new receiver doesn't change it.
  const [initial] = useState(() =>
    original === undefined
      ? emptyDraft()
      : duplicateOf(
          original,
          receivers.map(({ name }) => name),
        ),
  );
  const draftId = original === undefined ? 'new' : `copy of ${original.id}`;
  const title = original === undefined ? 'Custom receiver' : `Copy of ${original.name}`;
  const form = usePersistentForm(receiverForms, draftId, initial);
  return (
    <FormProvider {...form.form}>
      <section aria-label={title} className="flex h-full min-h-0 flex-col bg-bg-0">
        <div className="flex-none border-b border-line">
          <PageHeader
            title={title}
            meta="Enter a name"
            actions={<FormBar form={form} title={title} isNew onSave={create} />}
          />
        </div>
        <BehaviorForm />
      </section>
    </FormProvider>
  );
}
