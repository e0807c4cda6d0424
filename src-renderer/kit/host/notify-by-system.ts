import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { host } from './host.ts';
import type { SystemNotification } from './system-notifications.ts';

interface AlertChoice {
  /** Whether alerts are shown. */
  readonly isOn: boolean;
  /** Whether they also appear as desktop notifications while the window is in the background. */
  readonly bySystem: boolean;
}

/** Stored in this browser or window. */
export const useAlertChoice = create<AlertChoice>()(
  persist(
    (): AlertChoice => ({ isOn: true, bySystem: host.notifications?.areOnByDefault ?? false }),
    {
      name: 'hookwright.alerts',
    },
  ),
);

export function chooseAlerts(change: Partial<AlertChoice>): void {
  useAlertChoice.setState(change);
}

/** Notifies while the window is in the background, if allowed. */
export function notifyBySystem(notification: SystemNotification): void {
  const { notifications } = host;
  const isWanted = useAlertChoice.getState().bySystem && !document.hasFocus();
  if (isWanted && notifications?.permission() === 'granted') notifications.show(notification);
}
