import { useEffect, useRef } from 'react';
import {
  alertCause,
  alertRoute,
  alertTitle,
  allSeen,
  dismissAlerts,
  type Grown,
  grownAlerts,
  shouldNotify,
  unseenOf,
  useSeenAlerts,
} from '#renderer/deliveries/alerts.ts';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { alertKey, useAlerts } from '#renderer/kit/data/alerts.ts';
import { notifyBySystem, useAlertChoice } from '#renderer/kit/host/notify-by-system.ts';
import { useOverlay } from '#renderer/kit/overlay.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { briefMs } from '#renderer/ui/brief-times.ts';
import { type ShownToast, showGrowingToast, type ToastOptions } from '#renderer/ui/toast.tsx';
import type { Alert } from '#shared/deliveries/alert.ts';

/** Deliveries that fail together are batched into one toast. */
const batchMs = 1_500;

/** The toast of an alert. */
interface Notification {
  alert: Alert;
  notifiedCount: number | undefined;
  toast: ShownToast | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const toastOf = (alert: Alert): ToastOptions => ({
  title: alertTitle(alert),
  description: alertCause(alert),
  tone: alert.state === 'refused' ? 'warn' : 'bad',
  quiet: true,
  durationMs: briefMs.alert,
  action: { label: 'View', run: () => openAlert(alert) },
});

/** Whether the line above the list shows it, the list its deliveries, or the Send drawer the response, which a toast would cover. */
function isVisible(): boolean {
  const { route } = useRoute.getState();
  const isSending = useOverlay.getState().open === 'send';
  return document.hasFocus() && (route.page === 'deliveries' || isSending);
}

function notify(notification: Notification): void {
  const { alert, notifiedCount, toast } = notification;
  if (!useAlertChoice.getState().isOn || isVisible()) return;
  const isNew = shouldNotify(alert, notifiedCount);
  if (toast === null && !isNew) return;
  notification.notifiedCount = alert.count;
  if (toast !== null) toast.update(toastOf(alert));
  else
    notification.toast = showGrowingToast(toastOf(alert), () => {
      notification.toast = null;
    });
  if (isNew)
    notifyBySystem({
      title: alertTitle(alert),
      body: alertCause(alert),
      commandId: alertActionId(alert),
    });
}

/** Batches changes of alerts, then notifies. */
function createNotifier() {
  const notifications = new Map<string, Notification>();
  return {
    add: ({ alert, before }: Grown): void => {
      const key = alertKey(alert);
      const notification = notifications.get(key) ?? {
        alert,
        notifiedCount: before,
        toast: null,
        timer: undefined,
      };
      notifications.set(key, notification);
      notification.alert = alert;
      notification.timer ??= setTimeout(() => {
        notification.timer = undefined;
        notify(notification);
      }, batchMs);
    },
    keepOnly: (alerts: readonly Alert[]): void => {
      const currentKeys = new Set(alerts.map(alertKey));
      for (const [key, { timer }] of notifications)
        if (!currentKeys.has(key)) {
          clearTimeout(timer);
          notifications.delete(key);
        }
    },
  };
}

/** One growing toast per destination and cause; repeated only after tenfold growth. */
export function useAlertNotifications(): void {
  const alerts = useAlerts();
  const before = useRef<readonly Alert[]>(undefined);
  const notifier = useRef<ReturnType<typeof createNotifier>>(undefined);
  useEffect(() => {
    notifier.current = createNotifier();
    return () => notifier.current?.keepOnly([]);
  }, []);
  useEffect(() => {
    if (alerts === undefined) return;
    // Alerts from before the page opened are not shown.
    for (const grown of grownAlerts(alerts, before.current ?? alerts)) notifier.current?.add(grown);
    notifier.current?.keepOnly(alerts);
    before.current = alerts;
  }, [alerts]);
}

const noAlerts: readonly never[] = [];

const maxListed = 20;

/** Alerts in the palette, newest first. */
export function useAlertActions(): void {
  const alerts = useAlerts() ?? noAlerts;
  useActions('Alerts', [
    ...alerts.slice(0, 1).map((newest) => ({
      id: 'alert.latest',
      title: 'View latest alert',
      shortcut: 'Shift+N',
      run: () => openAlert(newest),
    })),
    ...alerts.slice(0, maxListed).map((alert) => ({
      id: alertActionId(alert),
      title: `${alertTitle(alert)}: ${alertCause(alert)}`,
      run: () => openAlert(alert),
    })),
  ]);
}

const alertActionId = ({ id }: Pick<Alert, 'id'>): string => `alert.${id}`;

function openAlert(alert: Alert): void {
  navigate(alertRoute(alert));
}

/** Alerts since Deliveries was last seen. */
export function useAlertBadge(): { count: number; label: string } {
  const alerts = useAlerts();
  const seen = useSeenAlerts((state) => state.seen);
  const count = unseenOf(alerts ?? [], seen).length;
  const isVisible = useRoute(({ route }) => route.page === 'deliveries');
  useEffect(() => {
    if (alerts === undefined) return;
    const markSeen = (): void => {
      const isFirst = useSeenAlerts.getState().seen === null;
      if (isFirst) dismissAlerts(alerts);
      if (isFirst || (isVisible && document.hasFocus()))
        useSeenAlerts.setState({ seen: allSeen(alerts) });
    };
    markSeen();
    window.addEventListener('focus', markSeen);
    return () => window.removeEventListener('focus', markSeen);
  }, [isVisible, alerts]);
  return { count, label: count === 1 ? '1 new alert' : `${count} new alerts` };
}
