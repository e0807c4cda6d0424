import { Ellipsis, RefreshCw, Send, Trash2 } from 'lucide-react';
import { SaveButtons, type Saving } from '#renderer/components/persistent-form.tsx';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import type { Source } from '#shared/schemas/source.ts';
import { regenerateKey, removeSource, setSourceEnabled } from './source-actions.ts';

interface SourceHeaderProps {
  readonly source: Source;
  readonly saving: Saving;
}

function stateText(enabled: boolean, isDirty: boolean): string {
  if (isDirty) return 'Unsaved draft';
  return enabled ? 'Accepting events' : 'Rejecting events with 403';
}

export function SourceHeader({ source, saving }: SourceHeaderProps) {
  const { id, name, enabled } = source;
  const remove = (): void => void removeSource(source);
  const regenerate = (): void => void regenerateKey(source);
  const send = (): void => navigate({ page: 'send', query: { source: id } });
  useCommands([
    { id: 'source.send', title: 'Send a sample', section: 'Sources', run: send },
    {
      id: 'source.regenerate',
      title: 'Generate new write key',
      section: 'Sources',
      run: regenerate,
    },
    { id: 'source.delete', title: 'Delete source', section: 'Sources', run: remove },
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
            <Menu
              trigger={<IconButton icon={Ellipsis} label="More actions" variant="default" />}
              groups={[
                [{ id: 'regenerate', label: 'New write key', icon: RefreshCw, run: regenerate }],
                [{ id: 'delete', label: 'Delete', icon: Trash2, danger: true, run: remove }],
              ]}
            />
            <Button icon={Send} onClick={send}>
              Send a sample
            </Button>
            <SaveButtons {...saving} />
          </>
        }
      />
    </div>
  );
}
