import { CircleStop, RefreshCw } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { commandJob } from '#renderer/jobs/job-actions.ts';
import { ActionButton, ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { deleteAction } from '#renderer/kit/actions/entity-actions.ts';
import { collections, computationsOf, put, useItems } from '#renderer/kit/data/collections.ts';
import { SaveButtons, usePersistentForm, useSaving } from '#renderer/kit/forms/persistent-form.tsx';
import { paneMark, useFocusPaneWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import { formatDuration, formatSpan } from '#shared/kit/duration.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { Ago, nouns, usersText } from '../audience-labels.tsx';
import { type ComputationTab, openTab } from '../audiences-route.ts';
import { sentOf, totalOf } from '../syncs/sync-actions.ts';
import { SyncTab } from '../syncs/sync-tab.tsx';
import { UsersTab } from '../users/users-tab.tsx';
import {
  IntegrationsField,
  NameField,
  ScheduleFields,
  SourceField,
} from './computation-fields.tsx';
import {
  computationForms,
  draftOf,
  operationsOf,
  patchOf,
  removalOfComputation,
} from './computation-form.ts';

interface SettingsTabProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

function SettingsTab({ kind, computation }: SettingsTabProps) {
  const { id, name, key } = computation;
  const saved = useMemo(() => draftOf(computation), [computation]);
  const persistent = usePersistentForm(computationForms, id, saved);
  const { form } = persistent;
  const { errors } = form.formState;
  const saving = useSaving(persistent, {
    noun: nouns[kind],
    section: 'Audiences',
    title: name,
    onSave: async (typed) =>
      put(computationsOf(kind), await operationsOf(kind).update({ id, ...patchOf(typed) })),
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    saving.save();
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <FormProvider {...form}>
        <form
          noValidate
          aria-label="Settings"
          className="flex max-w-[640px] flex-col gap-3"
          onSubmit={onSubmit}
        >
          {errors.root && (
            <Banner tone="bad" title="Can't save.">
              {errors.root.message}
            </Banner>
          )}
          <Card title="Settings">
            <div className="flex flex-col gap-2.5">
              <NameField />
              <Field label="Key" hint="Can't be changed">
                <TextField
                  mono
                  readOnly
                  value={key}
                  trailing={
                    <span className="-mr-1">
                      <CopyButton value={key} label="Copy key" />
                    </span>
                  }
                />
              </Field>
              <SourceField />
              <ScheduleFields />
              <IntegrationsField />
            </div>
          </Card>
          <div className="flex gap-2">
            <SaveButtons {...saving} />
          </div>
        </form>
      </FormProvider>
    </div>
  );
}

interface ComputationPaneProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly tab: ComputationTab;
}

export function ComputationPane({ kind, computation, tab }: ComputationPaneProps) {
  const { id, name, userCount, lastSync: sync } = computation;
  const noun = nouns[kind];
  const isRunning = sync?.state === 'running';
  const pane = useRef<HTMLElement>(null);
  /** Focus the name field once the form is rendered. */
  const shouldFocusName = useRef(false);
  const focusName = (): void => {
    const input = shouldFocusName.current && pane.current?.querySelector('input[name="name"]');
    if (!(input instanceof HTMLElement)) return;
    shouldFocusName.current = false;
    input.focus();
  };
  useEffect(focusName);
  // The button that started or cancelled the sync is gone.
  useFocusPaneWhenLost(sync?.state);
  const open = (next: ComputationTab) => openTab(kind, id, next);
  const actions = useActions('Audiences', [
    {
      id: 'computation.sync',
      title: `Sync ${noun}`,
      label: 'Sync',
      shortcut: 's',
      icon: RefreshCw,
      run: () => open('sync'),
    },
    {
      id: 'computation.cancel',
      title: 'Cancel sync',
      icon: CircleStop,
      isShown: isRunning,
      run: () => void (sync && commandJob(sync.jobId, 'cancel')),
    },
    {
      id: 'computation.users',
      title: kind === 'audience' ? 'Show members' : 'Show values',
      run: () => open('users'),
    },
    {
      id: 'computation.settings',
      title: `Edit ${noun}`,
      shortcut: 'e',
      run: () => {
        open('settings');
        shouldFocusName.current = true;
        focusName();
      },
    },
    deleteAction(noun, removalOfComputation(kind, computation)),
  ]);
  const [startSync, cancelSync] = actions;
  return (
    <section
      {...paneMark}
      ref={pane}
      aria-label={name}
      className="flex h-full min-h-0 flex-col bg-bg-0 -outline-offset-2"
    >
      <PageHeader
        title={<span title={name}>{name}</span>}
        meta={<ComputationMeta kind={kind} computation={computation} />}
        actions={
          <>
            <ActionMenu actions={actions} />
            {tab !== 'sync' &&
              (isRunning ? (
                <ActionButton action={cancelSync} />
              ) : (
                <ActionButton action={startSync} variant="primary" />
              ))}
          </>
        }
      />
      <Tabs<ComputationTab>
        label={`Views of ${name}`}
        listClassName="border-b border-line bg-bg-1 px-4 pb-1.5"
        value={tab}
        onChange={open}
        tabs={[
          { value: 'users', label: kind === 'audience' ? 'Members' : 'Values', count: userCount },
          { value: 'sync', label: 'Sync' },
          { value: 'settings', label: 'Settings' },
        ]}
      >
        <TabPanel value="users" className="flex flex-col">
          <UsersTab kind={kind} computation={computation} />
        </TabPanel>
        <TabPanel value="sync" className="flex flex-col">
          <SyncTab kind={kind} computation={computation} />
        </TabPanel>
        <TabPanel value="settings" className="flex flex-col">
          <SettingsTab kind={kind} computation={computation} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

interface ComputationMetaProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

function ComputationMeta({ kind, computation }: ComputationMetaProps) {
  const { key, sourceId, userCount, nextSyncAt, schedule } = computation;
  const source = useItems(collections.sources).find(({ id }) => id === sourceId);
  const next = useReadNow((now) =>
    now === undefined || nextSyncAt === null ? undefined : nextText(nextSyncAt - now),
  );
  return (
    <div className="-my-1 flex min-w-0 flex-wrap overflow-hidden py-1">
      <Part>
        <code className="bytes max-w-64 truncate" title={key}>
          {key}
        </code>
        <CopyButton value={key} label="Copy key" />
      </Part>
      <Part>
        <span className="tabular-nums">{usersText(kind, userCount)}</span>
      </Part>
      <Part>
        <span className="flex-none">from&nbsp;</span>
        {source === undefined ? (
          'deleted source'
        ) : (
          <RouteLink
            to={{ page: 'connections', path: ['sources', source.id] }}
            className="max-w-56 truncate"
          >
            {visibleLine(source.name)}
          </RouteLink>
        )}
      </Part>
      <Part>
        <LastSync computation={computation} />
      </Part>
      {schedule !== null && (
        <Part>
          <span className="tabular-nums">
            every {formatDuration(schedule.everyMinutes * 60_000)}
            {next && `, next ${next}`}
          </span>
        </Part>
      )}
    </div>
  );
}

/** Separated by a dot, which is clipped at the start of a line. */
function Part({ children }: { children: ReactNode }) {
  return (
    <span className="relative -left-4 flex min-w-0 items-center pl-4 before:absolute before:left-1.5 before:text-fg-3 before:content-['·']">
      {children}
    </span>
  );
}

function nextText(inMs: number): string {
  return inMs <= 0 ? 'now' : `in ${formatSpan(inMs)}`;
}

function LastSync({ computation }: { computation: Computation }) {
  const { lastSync: sync } = computation;
  if (sync === null) return <span>never synced</span>;
  if (sync.state === 'running') {
    const share = Math.floor((100 * sentOf(sync)) / Math.max(1, totalOf(sync)));
    return <span className="tabular-nums">syncing, {share}%</span>;
  }
  return (
    <span>
      {sync.state === 'completed' ? 'synced ' : 'sync incomplete '}
      <Ago at={sync.endedAt ?? sync.startedAt} />
    </span>
  );
}
