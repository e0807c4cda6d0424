import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { host } from '#renderer/host/host.ts';
import type { SystemNotification } from '#renderer/host/system-notifications.ts';

interface AlertChoice {
  /** Whether deliveries that come to nothing are told at all. */
  readonly isOn: boolean;
  /** Whether the system tells them while the window is not in front. */
  readonly bySystem: boolean;
}

/** Remembered by this browser or window. */
export const useAlertChoice = create<AlertChoice>()(
  persist((): AlertChoice => ({ isOn: true, bySystem: host.notifications?.areUsual ?? false }), {
    name: 'hookwright.alerts',
  }),
);

export function chooseAlerts(change: Partial<AlertChoice>): void {
  useAlertChoice.setState(change);
}

/** To whoever looks elsewhere, and wants to be told. */
export function notifyBySystem(notification: SystemNotification): void {
  const { notifications } = host;
  const isWanted = useAlertChoice.getState().bySystem && !document.hasFocus();
  if (isWanted && notifications?.permission() === 'granted') notifications.show(notification);
}
