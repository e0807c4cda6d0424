/** The desktop app itself. Only shown there. */
import { useState } from 'react';
import { host, useDesktopState } from '#renderer/kit/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { Switch } from '#renderer/ui/toggles.tsx';
import { counted, formatBytes } from '#shared/kit/format.ts';
import type {
  CommandLineTool,
  CrashReport,
  DesktopAction,
  DesktopChange,
  DesktopSettings,
  UpdateBlock,
  UpdateHold,
  UpdateState,
} from '#shared/settings/desktop.ts';
import { CopyLine } from './addresses-section.tsx';

const change = (settings: DesktopChange): void => host.desktop?.change(settings);
const act = (action: DesktopAction): void => host.desktop?.act(action);

export function DesktopSection() {
  const state = useDesktopState();
  if (state === null) return null;
  const { settings, update, updateHold, commandLineTool, crashReports } = state;
  return (
    <>
      <StartCard settings={settings} />
      <UpdatesCard settings={settings} update={update} hold={updateHold} />
      <CommandLineCard tool={commandLineTool} />
      <CrashReportsCard reports={crashReports} />
    </>
  );
}

function StartCard({ settings }: { settings: DesktopSettings }) {
  return (
    <Card title="Start and tray">
      <div className="grid gap-4">
        <Switch
          checked={settings.openAtLogin}
          onChange={(openAtLogin) => change({ openAtLogin })}
          label="Open at login"
        />
        <Switch
          checked={settings.tray}
          onChange={(tray) => change({ tray })}
          label="Show in tray"
          hint="Clock state, failed deliveries and quick actions"
        />
        <Switch
          checked={settings.tray && settings.keepRunning}
          onChange={(keepRunning) => change({ keepRunning })}
          disabled={!settings.tray}
          label="Keep running when the window is closed"
          hint="To quit the app, use the tray"
        />
      </div>
    </Card>
  );
}

const blockTexts: Record<UpdateBlock, string> = {
  package_manager: 'Updated by your package manager',
  portable: 'Download new versions of the portable app yourself',
  read_only: "Hookwright can't write to its own folder. Move the app to update automatically",
  no_source: 'This build has no update source',
};

const holdTexts: Record<UpdateHold, string> = {
  busy: 'Install it when the current run or job ends',
  other_windows: 'Close the other Hookwright windows to install it',
};

function updateText(update: UpdateState, hold: UpdateHold | null): string {
  switch (update.kind) {
    case 'idle':
      return 'Not checked yet';
    case 'checking':
      return 'Checking…';
    case 'latest':
      return 'Up to date';
    case 'downloading':
      return `Downloading ${update.version}…`;
    case 'ready':
      return hold === null
        ? `${update.version} is ready`
        : `${update.version} is ready. ${holdTexts[hold]}`;
    case 'failed':
      return `Can't update: ${update.message}`;
    case 'managed':
      return blockTexts[update.by];
  }
}

interface UpdatesCardProps {
  settings: DesktopSettings;
  update: UpdateState;
  hold: UpdateHold | null;
}

function UpdatesCard({ settings, update, hold }: UpdatesCardProps) {
  const isBusy = update.kind === 'checking' || update.kind === 'downloading';
  return (
    <Card title="Updates">
      <div className="grid gap-4">
        <p role="status">{updateText(update, hold)}</p>
        {update.kind !== 'managed' && (
          <>
            <Switch
              checked={settings.checkForUpdates}
              onChange={(checkForUpdates) => change({ checkForUpdates })}
              label="Check automatically"
              hint="Never while a scenario or job runs"
            />
            <div className="flex items-center gap-3">
              <span aria-hidden="true">Channel</span>
              <Segmented
                label="Channel"
                value={settings.updateChannel}
                onChange={(updateChannel) => change({ updateChannel })}
                segments={[
                  { value: 'stable', label: 'Stable' },
                  { value: 'beta', label: 'Beta' },
                ]}
              />
            </div>
            <div>
              {update.kind === 'ready' ? (
                <Button
                  variant="primary"
                  disabledReason={hold === null ? undefined : holdTexts[hold]}
                  onClick={() => act('restart_to_update')}
                >
                  Restart to update
                </Button>
              ) : (
                <Button
                  busy={isBusy}
                  disabledReason={hold === 'busy' ? 'A scenario or job is running' : undefined}
                  onClick={() => act('check_for_updates')}
                >
                  Check now
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

function CommandLineCard({ tool }: { tool: CommandLineTool }) {
  return (
    <Card title="Command-line tool">
      <div className="grid gap-2.5">
        {tool.kind === 'unsupported' ? (
          <>
            <p className="text-fg-2">Install it with npm</p>
            <CopyLine text="npm install --global hookwright" label="Copy command" />
          </>
        ) : (
          <>
            <p className="text-fg-2">
              {tool.kind === 'installed' ? 'Installed. Requires Node' : 'Requires Node'}
            </p>
            <CopyLine text={tool.path} label="Copy path" />
            {tool.pathLine !== null && (
              <>
                <p className="text-fg-2">Add its folder to your shell's configuration</p>
                <CopyLine text={tool.pathLine} label="Copy line" />
              </>
            )}
            {tool.kind === 'missing' && (
              <div>
                <Button onClick={() => act('install_command_line_tool')}>Install</Button>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

const maxListed = 5;

function CrashReportsCard({ reports }: { reports: readonly CrashReport[] }) {
  if (reports.length === 0)
    return (
      <Card title="Crash reports">
        <p className="text-fg-2">None. Reports stay on this machine and are never sent</p>
      </Card>
    );
  return (
    <Card title="Crash reports" meta={counted(reports.length, 'report')}>
      <div className="grid gap-3">
        <p className="text-fg-2">Reports stay on this machine and are never sent</p>
        <ul className="divide-y divide-line/60">
          {reports.slice(0, maxListed).map(({ name, time, bytes }) => (
            <li key={name} className="flex h-8 items-center gap-3">
              <span className="min-w-0 flex-1 truncate font-mono text-small">{name}</span>
              <span className="text-fg-2">{formatBytes(bytes)}</span>
              <Time at={time} className="text-fg-2" />
            </li>
          ))}
        </ul>
        <div className="flex gap-2">
          <Button onClick={() => act('show_crash_reports')}>Show folder</Button>
          <DeleteReportsButton />
        </div>
      </div>
    </Card>
  );
}

function DeleteReportsButton() {
  const [isOpen, setOpen] = useState(false);
  const remove = (): void => {
    setOpen(false);
    act('delete_crash_reports');
  };
  return (
    <Popover
      title="Delete all crash reports?"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="danger">Delete all</Button>}
    >
      <div className="flex gap-2">
        <Button onClick={() => setOpen(false)}>Cancel</Button>
        <Button variant="danger" onClick={remove}>
          Delete
        </Button>
      </div>
    </Popover>
  );
}
