import { CircleStop, Ellipsis, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { focusPane, paneMark, useFocusWhenLost } from '#renderer/components/focus.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { useLastSync } from '#renderer/stores/syncs-store.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { nouns } from '../audience-labels.ts';
import type { ComputationTab } from '../audiences-route.ts';
import { cancelSync } from '../syncs/sync-actions.ts';
import { SyncTab } from '../syncs/sync-tab.tsx';
import { openTab } from '../use-audiences-view.ts';
import { UsersTab } from '../users/users-tab.tsx';
import { removeComputation } from './computation-actions.ts';
import { ComputationMeta } from './computation-meta.tsx';
import { SettingsTab } from './settings-tab.tsx';

interface ComputationPaneProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly tab: ComputationTab;
}

/** One audience or computed trait: its users, its syncs, its settings. */
export function ComputationPane({ kind, computation, tab }: ComputationPaneProps) {
  const { id, name, userCount } = computation;
  const sync = useLastSync(computation);
  const noun = nouns[kind];
  const isRunning = sync?.state === 'running';
  const pane = useRef<HTMLElement>(null);
  /** The form was opened from the keyboard: it has the focus once it is there. */
  const isToBeTyped = useRef(false);
  const typeIntoForm = (): void => {
    const input = isToBeTyped.current && pane.current?.querySelector('input[name="name"]');
    if (!(input instanceof HTMLElement)) return;
    isToBeTyped.current = false;
    input.focus();
  };
  useEffect(typeIntoForm);
  // The button that started or cancelled it is gone.
  useFocusWhenLost(focusPane, sync?.state);
  const remove = (): void => void removeComputation(kind, computation);
  const open = (next: ComputationTab) => openTab(kind, id, next);
  useCommands([
    {
      id: 'computation.sync',
      title: `Sync the ${noun}: see the plan`,
      section: 'Audiences',
      shortcut: 's',
      run: () => open('sync'),
    },
    {
      id: 'computation.cancel',
      title: 'Cancel the sync',
      section: 'Audiences',
      enabled: () => isRunning,
      run: () => sync && void cancelSync(sync),
    },
    {
      id: 'computation.users',
      title: kind === 'audience' ? 'Show the members' : 'Show the values',
      section: 'Audiences',
      run: () => open('users'),
    },
    {
      id: 'computation.settings',
      title: `Change the ${noun}`,
      section: 'Audiences',
      shortcut: 'e',
      run: () => {
        open('settings');
        isToBeTyped.current = true;
        typeIntoForm();
      },
    },
    {
      id: 'computation.delete',
      title: `Delete the ${noun}`,
      section: 'Audiences',
      run: remove,
    },
  ]);
  return (
    <section
      {...paneMark}
      ref={pane}
      aria-label={name}
      className="flex h-full min-h-0 flex-col bg-bg-0 outline-offset-[-2px]"
    >
      <PageHeader
        title={<span title={name}>{name}</span>}
        meta={<ComputationMeta kind={kind} computation={computation} />}
        actions={
          <>
            <Menu
              trigger={<IconButton icon={Ellipsis} label="More actions" variant="default" />}
              groups={[
                [
                  {
                    id: 'delete',
                    label: 'Delete',
                    icon: Trash2,
                    danger: true,
                    run: remove,
                  },
                ],
              ]}
            />
            {isRunning && tab !== 'sync' ? (
              <Button icon={CircleStop} onClick={() => void cancelSync(sync)}>
                Cancel the sync
              </Button>
            ) : (
              tab !== 'sync' && (
                <Button
                  variant="primary"
                  icon={RefreshCw}
                  shortcut="s"
                  onClick={() => open('sync')}
                >
                  Sync
                </Button>
              )
            )}
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
