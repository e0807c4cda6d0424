import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { changedFields } from '#renderer/kit/forms/draft.ts';
import { usePersistentForm, useSaving } from '#renderer/kit/forms/persistent-form.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { mockProblemText } from '#shared/kit/problem.ts';
import type { Mock, MockSettings } from '#shared/mocks/mock.ts';
import { endpointKey } from '../board/board.ts';
import { addToNewDestination } from '../board/connect.ts';
import { EditorFrame, NodePill } from '../editor/editor-frame.tsx';
import { UsedBy } from '../editor/used-by.tsx';
import { FaultSection } from '../faults/fault-section.tsx';
import { BehaviorForm } from './editor/behavior-form.tsx';
import { draftOf, duplicateOf, emptyDraft, mockForms, settingsOf } from './editor/mock-draft.ts';
import { mockSection, openMock, useMockActions } from './mock-actions.ts';
import { LastRequests } from './requests/last-requests.tsx';

/** The settings of a mock endpoint, and its latest requests. */
export function MockPane({ mock }: { mock: Mock }) {
  const { id, name, url, listening, problem } = mock;
  const saved = useMemo(() => draftOf(mock), [mock]);
  const persistent = usePersistentForm(mockForms, id, saved);
  const saving = useSaving(persistent, {
    noun: 'mock endpoint',
    section: mockSection,
    title: name,
    onSave: async (settings) => {
      const patch = changedFields(settingsOf(saved), settings);
      put(collections.mocks, await core.mocks.update({ id, ...patch }));
    },
  });
  const actions = useMockActions(mock);
  return (
    <FormProvider {...persistent.form}>
      <EditorFrame
        title={name}
        pill={<NodePill nodeKey={endpointKey(url, id)} />}
        meta={<Address url={url} />}
        actions={actions}
        saving={saving}
        problem={persistent.form.formState.errors.root?.message}
        banner={
          problem !== null && (
            <Banner tone={listening === 'failed' ? 'bad' : 'warn'}>
              {mockProblemText(problem)}
            </Banner>
          )
        }
      >
        <FaultSection mock={mock} />
        <BehaviorForm mock={mock} onSubmit={saving.save}>
          <UsedBy url={url} mock={mock}>
            <Button
              variant="quiet"
              shortcut="w"
              disabledReason={url === null ? 'Not listening' : undefined}
              onClick={() => void addToNewDestination(mock)}
            >
              Use in new destination
            </Button>
          </UsedBy>
          <LastRequests mock={mock} />
        </BehaviorForm>
      </EditorFrame>
    </FormProvider>
  );
}

export function Address({ url }: { url: string | null }) {
  return (
    <>
      <span className="flex-none">Mock endpoint</span>
      <span aria-hidden="true" className="text-line-2">
        ·
      </span>
      {url === null ? (
        <span className="text-bad">Not listening</span>
      ) : (
        <span className="-my-1 flex min-w-0 items-center gap-0.5">
          <code className="bytes truncate text-fg" title={url}>
            {url}
          </code>
          <CopyButton value={url} label="Copy URL" shortcut="c" />
        </span>
      )}
    </>
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
  const persistent = usePersistentForm(mockForms, draftId, initial);
  const saving = useSaving(persistent, {
    isNew: true,
    noun: 'mock endpoint',
    section: mockSection,
    title,
    onSave: create,
  });
  return (
    <FormProvider {...persistent.form}>
      <EditorFrame
        title={title}
        saving={saving}
        problem={persistent.form.formState.errors.root?.message}
      >
        <BehaviorForm onSubmit={saving.save} />
      </EditorFrame>
    </FormProvider>
  );
}
