import { useQuery } from '@tanstack/react-query';
import { Plug, RefreshCw, Send } from 'lucide-react';
import { type FormEvent, useMemo } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { NewSourceField } from '#renderer/connections/new-source-field.tsx';
import { ActionButton, ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { deleteAction } from '#renderer/kit/actions/entity-actions.ts';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import {
  SaveButtons,
  type Saving,
  usePersistentForm,
  useSaving,
} from '#renderer/kit/forms/persistent-form.tsx';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { openSend } from '#renderer/kit/overlay.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { Switch } from '#renderer/ui/toggles.tsx';
import {
  type Source,
  type SourceUsage,
  type UsageHour,
  WriteKey,
} from '#shared/connections/source.ts';
import { formatCount, formatMinute } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { FirstEventCheck } from './first-event-check.tsx';
import { SnippetsCard } from './snippets-card.tsx';
import {
  openSource,
  regenerationOf,
  removalOfSource,
  setSourceEnabled,
  sourceForms,
} from './source-actions.ts';

// Hourly usage of a source over the last day, including empty hours.

const hourMs = 3_600_000;
const shownHours = 24;

function hourOf(now: number): number {
  return now - (now % hourMs);
}

export function lastDay(hours: readonly UsageHour[], now: number): readonly UsageHour[] {
  const byHour = new Map(hours.map(({ hourAt, accepted }) => [hourAt, accepted]));
  const current = hourOf(now);
  return Array.from({ length: shownHours }, (_, index) => {
    const hourAt = current - (shownHours - 1 - index) * hourMs;
    return { hourAt, accepted: byHour.get(hourAt) ?? 0 };
  });
}

export function usageText(hours: readonly UsageHour[]): string {
  const count = hours.reduce((sum, { accepted }) => sum + accepted, 0);
  const busiest = Math.max(0, ...hours.map(({ accepted }) => accepted));
  if (count === 0) return 'None in the last 24 h';
  return `${formatCount(count)} in the last 24 h, up to ${formatCount(busiest)} per hour`;
}

interface SourceHeaderProps {
  readonly source: Source;
  readonly saving: Saving;
}

function stateText(enabled: boolean, isDirty: boolean): string {
  if (isDirty) return 'Unsaved draft';
  return enabled ? 'Accepting events' : 'Rejecting events with 403';
}

function SourceHeader({ source, saving }: SourceHeaderProps) {
  const { id, name, enabled } = source;
  const [send, ...others] = useActions('Sources', [
    {
      id: 'source.send',
      title: 'Send a sample',
      icon: Send,
      run: () => openSend({ sourceId: id }),
    },
    {
      id: 'source.regenerate',
      title: 'Generate new write key',
      label: 'New write key',
      icon: RefreshCw,
      menu: 'main',
      ...regenerationOf(source),
    },
    deleteAction('source', removalOfSource(source)),
  ]);
  return (
    <div className="flex-none border-b border-line">
      <PageHeader
        title={<span title={name}>{name}</span>}
        meta={<span role="status">{stateText(enabled, saving.isDirty)}</span>}
        actions={
          <>
            <span className="flex h-control items-center pr-1.5">
              <Switch
                checked={enabled}
                onChange={(isEnabled) => void setSourceEnabled(source, isEnabled)}
                label="Enabled"
              />
            </span>
            <ActionMenu actions={others} />
            <ActionButton action={send} />
            <SaveButtons {...saving} />
          </>
        }
      />
    </div>
  );
}

export function SourcePane({ source }: { source: Source }) {
  const { id, name, writeKey } = source;
  const saved = useMemo(() => ({ name, writeKey }), [name, writeKey]);
  const persistent = usePersistentForm(sourceForms, id, saved);
  const saving = useSaving(persistent, {
    noun: 'source',
    section: 'Sources',
    title: name,
    onSave: async (typed) => put(collections.sources, await core.sources.update({ id, ...typed })),
  });
  const usage = useSourceUsage(id);
  const { control, formState } = persistent.form;
  const typedKey = useWatch({ control, name: 'writeKey' });
  // Snippets need a valid key.
  const validKey = WriteKey.safeParse(typedKey).success ? typedKey : source.writeKey;
  return (
    <section
      {...paneMark}
      aria-label={source.name}
      className="flex h-full min-h-0 flex-col bg-bg-0 -outline-offset-2"
    >
      <SourceHeader source={source} saving={saving} />
      <div className="@container min-h-0 flex-1 overflow-y-auto p-4">
        <div className="flex max-w-[1280px] flex-col gap-3 @2xl:flex-row">
          <div className="flex min-w-0 flex-col gap-3 @2xl:w-[42%] @2xl:max-w-[520px]">
            {formState.errors.root && (
              <Banner tone="bad" title="Can't save.">
                {formState.errors.root.message}
              </Banner>
            )}
            <FormProvider {...persistent.form}>
              <SourceCard onSave={saving.save} writeKey={validKey} />
            </FormProvider>
            <ConnectionsCard sourceId={source.id} />
            <UsageCard usage={usage} />
          </div>
          <div className="min-w-0 flex-1">
            <SnippetsCard
              writeKey={validKey}
              foot={<FirstEventCheck sourceId={source.id} total={usage?.total ?? null} />}
            />
          </div>
        </div>
      </div>
    </section>
  );
}

interface SourceCardProps {
  readonly onSave: () => void;
  readonly writeKey: string;
}

function SourceCard({ onSave, writeKey }: SourceCardProps) {
  const { formState, register } = useFormContext<{ name: string; writeKey: string }>();
  const { errors } = formState;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <Card title="Source">
      <form aria-label="Settings" noValidate className="flex flex-col gap-2.5" onSubmit={onSubmit}>
        <Field label="Name" error={errors.name?.message}>
          <TextField {...register('name')} autoComplete="off" />
        </Field>
        <Field
          label="Write key"
          error={errors.writeKey?.message}
          hint="HTTP Basic user name, no password"
        >
          <TextField
            {...register('writeKey')}
            mono
            trailing={
              <span className="-mr-1">
                <CopyButton value={writeKey} label="Copy write key" />
              </span>
            }
          />
        </Field>
        {/* Enter submits a form only if it has a submit button. */}
        <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
          Save
        </button>
      </form>
    </Card>
  );
}

function ConnectionsCard({ sourceId }: { sourceId: string }) {
  const destinations = useItems(collections.destinations);
  const connected = destinations.filter(({ sourceIds }) => sourceIds.includes(sourceId));
  return (
    <Card title="Connected destinations" meta={connected.length}>
      {connected.length === 0 ? (
        <p className="text-fg-2">
          Accepted but not delivered.{' '}
          {destinations.length === 0 ? (
            <RouteLink to={{ page: 'destinations', path: ['new'] }}>Create a destination</RouteLink>
          ) : (
            <RouteLink to={{ page: 'destinations' }}>Connect a destination</RouteLink>
          )}
        </p>
      ) : (
        <ul className="flex max-h-56 flex-col gap-1.5 overflow-y-auto p-0.5">
          {connected.map(({ id, name, enabled }) => (
            <li key={id} className="flex min-w-0 items-center gap-2">
              <RouteLink to={{ page: 'destinations', path: [id] }} className="truncate">
                {visibleLine(name)}
              </RouteLink>
              {!enabled && <Badge>disabled</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function NewSourcePane({ isFirst }: { isFirst: boolean }) {
  return (
    <section aria-label="New source" className="h-full overflow-y-auto bg-bg-0">
      <div className="mx-auto flex max-w-[460px] flex-col gap-3 px-6 pt-[12vh]">
        <Plug size={24} strokeWidth={1.5} className="text-fg-3" aria-hidden="true" />
        <div>
          <h1 className="text-title font-semibold tracking-[-0.012em]">
            {isFirst ? 'Create your first source' : 'New source'}
          </h1>
          <p className="mt-1 text-fg-2">An app, site or server that sends events</p>
        </div>
        <NewSourceField label="Name" autoFocus primary onCreated={({ id }) => openSource(id)} />
      </div>
    </section>
  );
}

/** Includes filtered and unrouted messages, excludes duplicates. */
function UsageCard({ usage }: { usage: SourceUsage | null }) {
  const hourAt = useReadNow((now) => now && hourOf(now));
  const hours = usage === null || hourAt === undefined ? [] : lastDay(usage.hours, hourAt);
  return (
    <Card title="Usage" meta={usage !== null && totalText(usage.total)}>
      <Bars hours={hours} />
      <p className="mt-1.5 min-h-4.25 text-small text-fg-2">{usage !== null && usageText(hours)}</p>
    </Card>
  );
}

function totalText(total: number): string {
  return total === 1 ? '1 message total' : `${formatCount(total)} messages total`;
}

function Bars({ hours }: { hours: readonly UsageHour[] }) {
  const busiest = Math.max(1, ...hours.map(({ accepted }) => accepted));
  return (
    <div
      role="img"
      aria-label="Messages per hour, last 24 hours"
      className="flex h-12 items-end gap-0.5 border-b border-line-2"
    >
      {hours.map(({ hourAt, accepted }) => (
        <span
          key={hourAt}
          data-keep-color
          title={`${formatMinute(hourAt)}: ${formatCount(accepted)}`}
          className="flex h-full flex-1 items-end"
        >
          <span
            className="w-full rounded-t-mark bg-accent"
            // A single message is still visible.
            style={{ height: accepted === 0 ? 0 : `max(2px, ${(accepted / busiest) * 100}%)` }}
          />
        </span>
      ))}
    </div>
  );
}

const useSourceUsage = (id: string): SourceUsage | null =>
  useQuery(api.sources.usage.queryOptions({ input: { id } })).data ?? null;
