import { useState } from 'react';
import { useSystem } from '#renderer/kit/data/system.ts';
import { host } from '#renderer/kit/host/host.ts';
import { chooseAlerts, useAlertChoice } from '#renderer/kit/host/notify-by-system.ts';
import { runCommand, useCommandStore } from '#renderer/kit/keyboard/commands.ts';
import { useSingleLetterShortcuts } from '#renderer/kit/keyboard/shortcut.ts';
import { type ShortcutRow, shortcutGroups } from '#renderer/kit/keyboard/shortcut-groups.ts';
import { lazyComponent } from '#renderer/kit/loading.tsx';
import { chooseTheme, useTheme } from '#renderer/styles/theme.ts';
import { Mark } from '#renderer/ui/app-shell.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Switch } from '#renderer/ui/toggles.tsx';

export function AppearanceSection() {
  const theme = useTheme((state) => state.theme);
  return (
    <Card title="Theme">
      <Segmented
        label="Theme"
        value={theme}
        onChange={chooseTheme}
        segments={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </Card>
  );
}

export function NotificationsSection() {
  const isOn = useAlertChoice((choice) => choice.isOn);
  return (
    <Card title="Failed deliveries">
      <div className="grid gap-4">
        <Switch
          checked={isOn}
          onChange={(isEnabled) => chooseAlerts({ isOn: isEnabled })}
          label="Show alerts"
          hint="When deliveries are refused, give up or are blocked"
        />
        <SystemSwitch />
      </div>
    </Card>
  );
}

function SystemSwitch() {
  const { notifications } = host;
  const isChosen = useAlertChoice((choice) => choice.bySystem);
  const [permission, setPermission] = useState(notifications?.permission() ?? 'denied');
  if (notifications === null) return <p className="text-fg-2">Not available in this browser</p>;
  const change = async (isEnabled: boolean): Promise<void> => {
    const next = isEnabled ? await notifications.ask() : notifications.permission();
    setPermission(next);
    chooseAlerts({ bySystem: isEnabled && next === 'granted' });
  };
  return (
    <Switch
      checked={isChosen && permission === 'granted'}
      onChange={(isEnabled) => void change(isEnabled)}
      disabled={permission === 'denied'}
      label="Desktop notifications"
      hint={
        permission === 'denied'
          ? 'Blocked by the browser. Allow them, then reload'
          : 'While the window is in the background'
      }
    />
  );
}

export function ShortcutsSection() {
  const { everywhere } = shortcutGroups(useCommandStore((state) => state.commands));
  const { isOn } = useSingleLetterShortcuts();
  return (
    <>
      <Card title="Keys">
        <Switch
          checked={isOn}
          onChange={(isEnabled) => useSingleLetterShortcuts.setState({ isOn: isEnabled })}
          label="Single-letter shortcuts"
          hint="Such as j, r and g d. Other keys always work."
        />
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => runCommand('shortcuts.open')}>Show all shortcuts</Button>
        <Button shortcut="Mod+K" onClick={() => runCommand('palette.open')}>
          Open palette
        </Button>
      </div>
      <Card title="All places" padded={false}>
        <dl className="divide-y divide-line/60">
          {everywhere
            .flatMap(({ rows }) => rows)
            .map((row) => (
              <Row key={row.id} row={row} />
            ))}
        </dl>
      </Card>
    </>
  );
}

function Row({ row }: { row: ShortcutRow }) {
  return (
    <div className="flex h-8 items-center gap-3 px-3">
      <dt className="flex-1">{row.title}</dt>
      <dd className="flex gap-2 text-fg-2">
        {row.shortcuts.map((shortcut) => (
          <Kbd key={shortcut} shortcut={shortcut} />
        ))}
      </dd>
    </div>
  );
}

// Loaded on demand: hundreds of kilobytes of license texts.
export const ThirdPartyNotices = lazyComponent(
  async () => (await import('./third-party-notices.tsx')).default,
  'Loading third-party notices',
);

export function AboutSection() {
  const system = useSystem();
  return (
    <Card title="Hookwright" padded={false}>
      <div className="flex gap-3 p-3">
        <span className="text-accent">
          <Mark />
        </span>
        <p>A desktop workbench for webhooks</p>
      </div>
      <div className="border-t border-line">
        <KeyValueList
          label="About Hookwright"
          items={[
            { key: 'Version', value: system?.version ?? '…' },
            { key: 'User-Agent', value: 'Hookwright/1.0' },
            { key: 'License', value: 'MIT' },
          ]}
        />
      </div>
    </Card>
  );
}
