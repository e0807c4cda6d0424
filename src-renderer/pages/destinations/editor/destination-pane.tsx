import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { SettleButton, settleLabel } from '#renderer/components/fast-forward-button.tsx';
import { useSettleTarget } from '#renderer/components/use-fast-forward-target.ts';
import { useWaitingCount } from '#renderer/components/waiting.ts';
import { collections, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import type { Destination } from '#shared/schemas/destination.ts';
import { openNewDestination, removeDestination, setEnabled } from '../destination-actions.ts';
import { type DestinationSettings, draftOf } from './destination-draft.ts';
import { DestinationEditor } from './destination-editor.tsx';
import { changedSettings } from './draft-changes.ts';

/** One destination: its settings, and what can be done with it. */
export function DestinationPane({ destination }: { destination: Destination }) {
  const { id, enabled, problem } = destination;
  const saved = useMemo(() => draftOf(destination), [destination]);
  const save = async (settings: DestinationSettings): Promise<void> => {
    const patch = changedSettings(saved, settings);
    put(collections.destinations, await core.destinations.update({ id, ...patch }));
  };
  const duplicate = (): void => openNewDestination(id);
  const remove = (): void => void removeDestination(destination);
  const target = { kind: 'destination', id, name: destination.name } as const;
  const settling = useSettleTarget(target);
  const waiting = useWaitingCount();
  useCommands([
    {
      id: 'destination.settle',
      title: settleLabel(target),
      section: 'Destinations',
      enabled: () => enabled && waiting > 0 && !settling.busy && settling.problem === undefined,
      run: settling.settle,
    },
    {
      id: 'destination.duplicate',
      title: 'Duplicate the destination',
      section: 'Destinations',
      run: duplicate,
    },
    {
      id: 'destination.delete',
      title: 'Delete the destination',
      section: 'Destinations',
      run: remove,
    },
  ]);
  return (
    <DestinationEditor
      draftId={id}
      saved={saved}
      isNew={false}
      title={destination.name}
      onSave={save}
      banner={enabled && problem !== null ? <Banner tone="warn">{problem}</Banner> : undefined}
      actions={
        <>
          <span className="flex h-[30px] items-center pr-1.5">
            <Switch
              checked={enabled}
              onChange={(on) => void setEnabled(destination, on)}
              label={enabled ? 'On' : 'Off'}
            />
          </span>
          <SettleButton
            target={target}
            problem={
              enabled ? undefined : 'It is off: what goes to it waits until it is switched on'
            }
          />
          <Menu
            trigger={<IconButton icon={Ellipsis} label="More actions" variant="default" />}
            groups={[
              [{ id: 'duplicate', label: 'Duplicate', icon: Copy, run: duplicate }],
              [{ id: 'delete', label: 'Delete', icon: Trash2, danger: true, run: remove }],
            ]}
          />
        </>
      }
    />
  );
}
