import { host } from '#renderer/host/host.ts';
import type { SystemNotification } from '#renderer/host/system-notifications.ts';
import { useAlertChoice } from '#renderer/stores/alert-choice-store.ts';

/** To whoever looks elsewhere, and wants to be told. */
export function notifyBySystem(notification: SystemNotification): void {
  const { notifications } = host;
  const isWanted = useAlertChoice.getState().bySystem && !document.hasFocus();
  if (isWanted && notifications?.permission() === 'granted') notifications.show(notification);
}
