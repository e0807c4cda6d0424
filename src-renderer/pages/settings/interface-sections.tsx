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
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Theme"
          value={theme}
          onChange={chooseTheme}
          segments={[
            { value: 'system', label: 'As the system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <span className="text-fg-2">
          {theme === 'system'
            ? 'Follows the system, also when it changes with the time of day.'
            : 'Kept for this window or browser.'}
        </span>
      </div>
    </Card>
  );
}

/** Whether, and by whom, deliveries that came to nothing are told. */
export function NotificationsSection() {
  const isOn = useAlertChoice((choice) => choice.isOn);
  return (
    <Card title="Deliveries that come to nothing">
      <div className="grid gap-4">
        <Switch
          checked={isOn}
          onChange={(on) => chooseAlerts({ isOn: on })}
          label="Tell when deliveries are exhausted or blocked"
          hint="Once for all of a destination and a cause, at the foot of the window. Whatever was told is in the palette. Kept for this window or browser."
        />
        <SystemSwitch />
      </div>
    </Card>
  );
}

function SystemSwitch() {
  const { notifications } = host;
  const wanted = useAlertChoice((choice) => choice.bySystem);
  const [permission, setPermission] = useState(notifications?.permission() ?? 'denied');
  if (notifications === null)
    return (
      <p className="text-fg-2">
        This browser has no notifications here, so nothing is told while it is not in front.
      </p>
    );
  const change = async (on: boolean): Promise<void> => {
    const answer = on ? await notifications.ask() : notifications.permission();
    setPermission(answer);
    chooseAlerts({ bySystem: on && answer === 'granted' });
  };
  return (
    <Switch
      checked={wanted && permission === 'granted'}
      onChange={(on) => void change(on)}
      disabled={permission === 'denied'}
      label="Notify by the system while the window is not in front"
      hint={
        permission === 'denied'
          ? 'The browser does not allow it for this page: allow notifications in its settings for this address, then load the page again.'
          : 'Also when what the clock was sent to settle is done. A click on the notification leads to the deliveries.'
      }
    />
  );
}

export function ShortcutsSection() {
  const { everywhere } = shortcutGroups(useCommandStore((state) => state.commands));
  return (
    <>
      <p className="flex items-center gap-3 text-fg-2">
        <span className="flex-1">
          Every command is also in the palette, with its shortcut beside it. Each place adds keys of
          its own: press ? there to see them.
        </span>
        <Button shortcut="Mod+K" onClick={() => runCommand('palette.open')}>
          Open the palette
        </Button>
      </p>
      <Card title="Everywhere" padded={false}>
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
