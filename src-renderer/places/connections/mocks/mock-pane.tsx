import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { changedFields } from '#renderer/kit/forms/draft.ts';
import { usePersistentForm } from '#renderer/kit/forms/persistent-form.tsx';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Mock, MockSettings } from '#shared/mocks/mock.ts';
import { BehaviorForm, FormBar } from './editor/behavior-form.tsx';
import { draftOf, duplicateOf, emptyDraft, mockForms, settingsOf } from './editor/mock-draft.ts';
import { openMock } from './mock-actions.ts';
import { MockHeader } from './mock-header.tsx';
import type { MockTab, MockView } from './mock-route.ts';
import { RequestsBar, RequestsTab } from './requests/requests-tab.tsx';

interface MockPaneProps {
  readonly mock: Mock;
  readonly view: Extract<MockView, { kind: 'one' }>;
}

export function MockPane({ mock, view }: MockPaneProps) {
  const { id, name } = mock;
  const saved = useMemo(() => draftOf(mock), [mock]);
  const form = usePersistentForm(mockForms, id, saved);
  const save = async (settings: MockSettings): Promise<void> => {
    const patch = changedFields(settingsOf(saved), settings);
    put(collections.mocks, await core.mocks.update({ id, ...patch }));
  };
  return (
    <FormProvider {...form.form}>
      <section
        {...paneMark}
        aria-label={name}
        className="flex h-full min-h-0 flex-col bg-bg-0 -outline-offset-2"
      >
        <MockHeader mock={mock} />
        <Tabs<MockTab>
          label="Mock endpoint"
          listClassName="min-h-11 py-2 border-b border-line bg-bg-1 px-4"
          value={view.tab}
          onChange={(tab) => openMock(id, tab)}
          tabs={[
            { value: 'requests', label: 'Requests' },
            { value: 'behavior', label: 'Behavior' },
          ]}
          trailing={
            view.tab === 'requests' ? (
              <RequestsBar mock={mock} />
            ) : (
              <FormBar form={form} title={name} onSave={save} />
            )
          }
        >
          <TabPanel value="requests" className="flex flex-col">
            <RequestsTab mock={mock} requestId={view.requestId} />
          </TabPanel>
          <TabPanel value="behavior" className="flex flex-col">
            <BehaviorForm mock={mock} />
          </TabPanel>
        </Tabs>
      </section>
    </FormProvider>
  );
}

async function create(settings: MockSettings): Promise<void> {
  const created = await core.mocks.create(settings);
  put(collections.mocks, created);
  openMock(created.id);
  showToast({ title: `Created ${created.name}`, tone: 'ok' });
}

/** The default settings, or a copy of another mock endpoint. */
export function NewMockPane({ copyOf }: { copyOf: string | undefined }) {
  const mocks = useItems(collections.mocks);
  const original = mocks.find(({ id }) => id === copyOf);
  // Fixed when the form opens, so that a new mock endpoint doesn't change it.
  const [initial] = useState(() =>
    original === undefined
      ? emptyDraft()
      : duplicateOf(
          original,
          mocks.map(({ name }) => name),
        ),
  );
  const draftId = original === undefined ? 'new' : `copy of ${original.id}`;
  const title = original === undefined ? 'Custom mock endpoint' : `Copy of ${original.name}`;
  const form = usePersistentForm(mockForms, draftId, initial);
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
