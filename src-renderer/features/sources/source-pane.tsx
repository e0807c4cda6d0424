import { Ellipsis, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/core-client/error-sentence.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { useKeptForm } from '#renderer/parts/use-kept-form.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { sources } from '#renderer/stores/sources-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { type Source, WriteKey } from '#shared/schemas/source.ts';
import { ConnectionsCard } from './connections-card.tsx';
import { SnippetsCard } from './snippets-card.tsx';
import { regenerateKey, removeSource, setSourceEnabled } from './source-actions.ts';
import { type SourceForm, sourceDrafts, sourceResolver } from './source-form.ts';

/** One source: its name and key, where its events go, and the code that sends them. */
export function SourcePane({ source }: { source: Source }) {
  const { id, enabled } = source;
  const saved = useMemo<SourceForm>(
    () => ({ name: source.name, writeKey: source.writeKey }),
    [source.name, source.writeKey],
  );
  const form = useKeptForm({ drafts: sourceDrafts, draftId: id, saved, resolver: sourceResolver });
  const { isDirty, isSubmitting, errors } = form.formState;
  const typedKey = useWatch({ control: form.control, name: 'writeKey' });
  // Code with a key that cannot be is of no use to anybody.
  const shownKey = WriteKey.safeParse(typedKey).success ? typedKey : source.writeKey;

  const save = form.handleSubmit(async (typed) => {
    try {
      sources.put(await core.sources.update({ id, ...typed }));
      sourceDrafts.drop(id);
    } catch (error) {
      const issues = fieldIssuesOf(error);
      for (const { path, message } of issues)
        form.setError(path[0] === 'writeKey' ? 'writeKey' : 'name', { message });
      if (issues.length === 0) form.setError('root', { message: errorSentence(error) });
    }
  });
  const revert = (): void => {
    form.reset(saved);
    sourceDrafts.drop(id);
  };
  const remove = (): void => void removeSource(source);
  const regenerate = (): void => void regenerateKey(source);
  const send = (): void => navigate({ place: 'send', query: { source: id } });
  useCommands([
    {
      id: 'source.save',
      title: 'Save the source',
      section: 'Sources',
      shortcut: 'Mod+s',
      enabled: () => isDirty && !isSubmitting,
      run: () => void save(),
    },
    { id: 'source.send', title: 'Send a sample as this source', section: 'Sources', run: send },
    {
      id: 'source.regenerate',
      title: 'Give the source a new write key',
      section: 'Sources',
      run: regenerate,
    },
    { id: 'source.delete', title: 'Delete the source', section: 'Sources', run: remove },
  ]);

  return (
    <section aria-label={source.name} className="flex h-full min-h-0 flex-col bg-bg-0">
      <div className="flex-none border-b border-line">
        <PageHeader
          title={<span title={source.name}>{source.name}</span>}
          meta={
            <span role="status">
              {isDirty
                ? 'Not saved yet. What is typed is kept when you leave.'
                : enabled
                  ? 'Events with its write key are accepted.'
                  : 'Off: events with its write key are refused (403 source_disabled).'}
            </span>
          }
          actions={
            <>
              <span className="flex h-[30px] items-center pr-1.5">
                <Switch
                  checked={enabled}
                  onChange={(on) => void setSourceEnabled(source, on)}
                  label={enabled ? 'On' : 'Off'}
                />
              </span>
              <Menu
                trigger={<IconButton icon={Ellipsis} label="More actions" variant="default" />}
                groups={[
                  [
                    {
                      id: 'regenerate',
                      label: 'New write key',
                      icon: RefreshCw,
                      run: regenerate,
                    },
                  ],
                  [{ id: 'delete', label: 'Delete', icon: Trash2, danger: true, run: remove }],
                ]}
              />
              <Button icon={Send} onClick={send}>
                Send a sample
              </Button>
              <Button onClick={revert} disabled={!isDirty}>
                Revert
              </Button>
              <Button
                variant="primary"
                shortcut="Mod+s"
                busy={isSubmitting}
                disabledReason={isDirty ? undefined : 'Nothing has been changed'}
                onClick={() => void save()}
              >
                Save
              </Button>
            </>
          }
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <div className="flex max-w-[640px] flex-col gap-3">
          {errors.root && (
            <Banner tone="bad" title="It was not saved.">
              {errors.root.message}
            </Banner>
          )}
          <Card title="Source">
            <form
              aria-label="Settings"
              noValidate
              className="flex flex-col gap-2.5"
              onSubmit={(event) => void save(event)}
            >
              <Field label="Name" error={errors.name?.message}>
                <TextField {...form.register('name')} autoComplete="off" />
              </Field>
              <Field
                label="Write key"
                error={errors.writeKey?.message}
                hint="SDKs authenticate with it: as the user name of HTTP Basic, without a password."
              >
                <TextField
                  {...form.register('writeKey')}
                  mono
                  trailing={
                    <span className="-mr-1">
                      <CopyButton value={shownKey} label="Copy write key" />
                    </span>
                  }
                />
              </Field>
              <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
                Save
              </button>
            </form>
          </Card>
          <ConnectionsCard sourceId={id} />
          <SnippetsCard writeKey={shownKey} />
        </div>
      </div>
    </section>
  );
}
