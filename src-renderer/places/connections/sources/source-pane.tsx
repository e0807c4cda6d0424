import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { NewSourceField } from '#renderer/connections/new-source-field.tsx';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { usePersistentForm, useSaving } from '#renderer/kit/forms/persistent-form.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
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
import { sourceKey } from '../board/board.ts';
import { EditorFrame, NodePill } from '../editor/editor-frame.tsx';
import { Section } from '../editor/section.tsx';
import { FirstEventCheck } from './first-event-check.tsx';
import { SnippetsCard } from './snippets-card.tsx';
import { openSource, setSourceEnabled, sourceForms, useSourceActions } from './source-actions.ts';

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

function stateText(enabled: boolean): string {
  return enabled ? 'Accepting events' : 'Rejecting events with 403';
}

export function SourcePane({ source }: { source: Source }) {
  const { id, name, writeKey, enabled } = source;
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
    <EditorFrame
      title={name}
      pill={<NodePill nodeKey={sourceKey(id)} />}
      meta={
        <>
          <Switch
            checked={enabled}
            onChange={(isEnabled) => void setSourceEnabled(source, isEnabled)}
            label="Enabled"
          />
          <span role="status" className="ml-auto">
            {stateText(enabled)}
          </span>
        </>
      }
      actions={useSourceActions(source)}
      saving={saving}
      problem={formState.errors.root?.message}
    >
      <FormProvider {...persistent.form}>
        <SourceCard onSave={saving.save} writeKey={validKey} />
      </FormProvider>
      <SnippetsCard
        writeKey={validKey}
        foot={<FirstEventCheck sourceId={source.id} total={usage?.total ?? null} />}
      />
      <UsageCard usage={usage} />
      <ConnectionsCard sourceId={source.id} />
    </EditorFrame>
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
    <Section title="Source">
      <form aria-label="Settings" noValidate className="flex flex-col gap-2.5" onSubmit={onSubmit}>
        <Field label="Name" error={errors.name?.message}>
          <TextField {...register('name')} autoComplete="off" />
        </Field>
        <Field
          label="Write key"
          error={errors.writeKey?.message}
          hint="SDKs send it as the user name, without a password."
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
    </Section>
  );
}

function ConnectionsCard({ sourceId }: { sourceId: string }) {
  const destinations = useItems(collections.destinations);
  const connected = destinations.filter(({ sourceIds }) => sourceIds.includes(sourceId));
  return (
    <Section title="Connected destinations" meta={connected.length}>
      {connected.length === 0 ? (
        <p className="text-fg-2">
          Accepted but not delivered.{' '}
          {destinations.length === 0 ? (
            <RouteLink to={{ page: 'connections', path: ['destinations', 'new'] }}>
              Create a destination
            </RouteLink>
          ) : (
            'Press l to connect a destination.'
          )}
        </p>
      ) : (
        <ul className="flex max-h-56 flex-col gap-1.5 overflow-y-auto p-0.5">
          {connected.map(({ id, name, enabled }) => (
            <li key={id} className="flex min-w-0 items-center gap-2">
              <RouteLink
                to={{ page: 'connections', path: ['destinations', id] }}
                className="truncate"
              >
                {visibleLine(name)}
              </RouteLink>
              {!enabled && <Badge>disabled</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function NewSourcePane() {
  return (
    <EditorFrame title="New source" meta="An app, site or server that sends events">
      <Section title="Source">
        <NewSourceField label="Name" autoFocus primary onCreated={({ id }) => openSource(id)} />
      </Section>
    </EditorFrame>
  );
}

/** Includes filtered and unrouted messages, excludes duplicates. */
function UsageCard({ usage }: { usage: SourceUsage | null }) {
  const hourAt = useReadNow((now) => now && hourOf(now));
  const hours = usage === null || hourAt === undefined ? [] : lastDay(usage.hours, hourAt);
  return (
    <Section title="Usage" meta={usage !== null && totalText(usage.total)}>
      <Bars hours={hours} />
      <p className="mt-1.5 min-h-4.25 text-small text-fg-2">{usage !== null && usageText(hours)}</p>
    </Section>
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
