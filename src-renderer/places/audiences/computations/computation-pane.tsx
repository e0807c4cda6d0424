import { RefreshCw } from 'lucide-react';
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
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import { formatDuration, formatSpan } from '#shared/kit/duration.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { Ago, nouns } from '../audience-labels.tsx';
import { openSection, type PaneSectionName, scrollToSection } from '../audiences-route.ts';
import { PaneColumns, PaneSection } from '../pane-section.tsx';
import { sentOf, totalOf } from '../syncs/sync-actions.ts';
import { SyncSection } from '../syncs/sync-section.tsx';
import { ChangeUsers, useChangePane } from '../users/change-pane.tsx';
import { UsersSection } from '../users/users-section.tsx';
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

interface SettingsSectionProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

function SettingsSection({ kind, computation }: SettingsSectionProps) {
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
    <PaneSection name="settings" title="Settings">
      <FormProvider {...form}>
        <form
          noValidate
          aria-label="Settings"
          className="flex max-w-[640px] flex-col gap-2.5"
          onSubmit={onSubmit}
        >
          {errors.root && (
            <Banner tone="bad" title="Can't save.">
              {errors.root.message}
            </Banner>
          )}
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
          <div className="flex gap-2">
            <SaveButtons {...saving} />
          </div>
        </form>
      </FormProvider>
    </PaneSection>
  );
}

interface ComputationPaneProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly section: PaneSectionName;
}

/** Users, sync and settings in one column, with the pane that changes users beside it. */
export function ComputationPane({ kind, computation, section }: ComputationPaneProps) {
  const { id, name, lastSync: sync } = computation;
  const noun = nouns[kind];
  const isRunning = sync?.state === 'running';
  const pane = useRef<HTMLElement>(null);
  // The button that started or cancelled the sync is gone.
  useFocusPaneWhenLost(sync?.state);
  useEffect(() => scrollToSection(section), [section]);
  const changing = useChangePane(computation.userCount === 0);
  const open = (next: PaneSectionName) => openSection(kind, id, next);
  const actions = useActions('Audiences', [
    changing.action,
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
        pane.current?.querySelector<HTMLElement>('input[name="name"]')?.focus();
      },
    },
    deleteAction(noun, removalOfComputation(kind, computation)),
  ]);
  const [change, startSync] = actions;
  return (
    <section
      {...paneMark}
      ref={pane}
      aria-label={name}
      className="flex h-full min-h-0 flex-col bg-bg-0 -outline-offset-2"
    >
      <div className="flex-none border-b border-line">
        <PageHeader
          isThing
          title={<span title={name}>{name}</span>}
          meta={<ComputationMeta computation={computation} />}
          actions={
            <>
              <ActionButton action={change} aria-expanded={changing.isOpen} shortcut={undefined} />
              <ActionButton action={startSync} />
              <ActionMenu actions={actions} />
            </>
          }
        />
      </div>
      <PaneColumns
        side={
          changing.isOpen && <ChangeUsers kind={kind} computation={computation} pane={changing} />
        }
      >
        <UsersSection kind={kind} computation={computation} />
        <SyncSection kind={kind} computation={computation} />
        <SettingsSection kind={kind} computation={computation} />
      </PaneColumns>
    </section>
  );
}

interface ComputationMetaProps {
  readonly computation: Computation;
}

function ComputationMeta({ computation }: ComputationMetaProps) {
  const { key, sourceId, nextSyncAt, schedule } = computation;
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
