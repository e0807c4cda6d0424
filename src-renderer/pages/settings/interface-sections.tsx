import { useState } from 'react';
import { chooseAlerts, useAlertChoice } from '#renderer/components/notify-by-system.ts';
import { host } from '#renderer/host/host.ts';
import { runCommand, useCommandStore } from '#renderer/keyboard/commands.ts';
import { type ShortcutRow, shortcutGroups } from '#renderer/keyboard/shortcut-groups.ts';
import { chooseTheme, useTheme } from '#renderer/styles/theme.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Switch } from '#renderer/ui/switch.tsx';

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
          hint="For exhausted and blocked deliveries"
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
  return (
    <>
      <p className="flex items-center gap-3 text-fg-2">
        <span className="flex-1">Press ? to see a page's shortcuts</span>
        <Button shortcut="Mod+K" onClick={() => runCommand('palette.open')}>
          Open palette
        </Button>
      </p>
      <Card title="All pages" padded={false}>
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
