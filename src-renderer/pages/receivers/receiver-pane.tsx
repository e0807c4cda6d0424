import { useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { changedFields } from '#renderer/components/changed-fields.ts';
import { paneMark } from '#renderer/components/focus-detail.ts';
import { collections, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Receiver, ReceiverSettings } from '#shared/schemas/receiver.ts';
import { BehaviorForm } from './editor/behavior-form.tsx';
import { FormBar } from './editor/form-bar.tsx';
import { draftOf, settingsOf } from './editor/receiver-draft.ts';
import { useReceiverForm } from './editor/use-receiver-form.ts';
import { openReceiver } from './receiver-actions.ts';
import { ReceiverHeader } from './receiver-header.tsx';
import type { ReceiverTab, ReceiverView } from './receiver-route.ts';
import { RequestsBar } from './requests/requests-bar.tsx';
import { RequestsTab } from './requests/requests-tab.tsx';

interface ReceiverPaneProps {
  readonly receiver: Receiver;
  readonly view: Extract<ReceiverView, { kind: 'one' }>;
}

/** One receiver: what reached it, and what it does. */
export function ReceiverPane({ receiver, view }: ReceiverPaneProps) {
  const { id, name } = receiver;
  const saved = useSavedDraft(receiver);
  const form = useReceiverForm(id, saved);
  const save = async (settings: ReceiverSettings): Promise<void> => {
    const patch = changedFields(settingsOf(saved), settings);
    put(collections.receivers, await core.receivers.update({ id, ...patch }));
  };
  return (
    <FormProvider {...form}>
      <section
        {...paneMark}
        aria-label={name}
        className="flex h-full min-h-0 flex-col bg-bg-0 outline-offset-[-2px]"
      >
        <ReceiverHeader receiver={receiver} />
        <Tabs<ReceiverTab>
          label="Sides of the receiver"
          listClassName="min-h-11 py-2 border-b border-line bg-bg-1 px-4"
          value={view.tab}
          onChange={(tab) => openReceiver(id, tab)}
          tabs={[
            { value: 'requests', label: 'Requests' },
            { value: 'behaviour', label: 'Behaviour' },
          ]}
          trailing={
            view.tab === 'requests' ? (
              <RequestsBar receiver={receiver} />
            ) : (
              <FormBar form={form} draftId={id} saved={saved} title={name} onSave={save} />
            )
          }
        >
          <TabPanel value="requests" className="flex flex-col">
            <RequestsTab receiver={receiver} requestId={view.requestId} />
          </TabPanel>
          <TabPanel value="behaviour" className="flex flex-col">
            <BehaviorForm form={form} receiver={receiver} />
          </TabPanel>
        </Tabs>
      </section>
    </FormProvider>
  );
}

/** The form follows what is saved, and is not disturbed by the requests that are counted meanwhile. */
function useSavedDraft(receiver: Receiver) {
  const { updatedAt, secret } = receiver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the same settings, the same draft.
  return useMemo(() => draftOf(receiver), [updatedAt, secret]);
}
