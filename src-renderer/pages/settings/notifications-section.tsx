import { useState } from 'react';
import { host } from '#renderer/host/host.ts';
import { chooseNotices, useNoticeChoice } from '#renderer/stores/notice-choice-store.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Switch } from '#renderer/ui/switch.tsx';

/** Whether, and by whom, deliveries that came to nothing are told. */
export function NotificationsSection() {
  const isOn = useNoticeChoice((choice) => choice.isOn);
  return (
    <Card title="Deliveries that come to nothing">
      <div className="grid gap-4">
        <Switch
          checked={isOn}
          onChange={(on) => chooseNotices({ isOn: on })}
          label="Tell when deliveries are exhausted or refused"
          hint="Once for all of a destination and a cause, at the foot of the window. Whatever was told is in the palette. Kept for this window or browser."
        />
        <SystemSwitch />
      </div>
    </Card>
  );
}

function SystemSwitch() {
  const { notifications } = host;
  const wanted = useNoticeChoice((choice) => choice.bySystem);
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
    chooseNotices({ bySystem: on && answer === 'granted' });
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
