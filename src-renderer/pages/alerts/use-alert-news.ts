import { useEffect, useMemo, useRef } from 'react';
import { notifyBySystem, useAlertChoice } from '#renderer/components/notify-by-system.ts';
import { alertKey, useAlerts } from '#renderer/data/alerts.ts';
import { type Command, useCommands } from '#renderer/keyboard/commands.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { type ShownToast, showGrowingToast, type ToastOptions } from '#renderer/ui/toast.tsx';
import type { Alert } from '#shared/schemas/alert.ts';
import { alertCause, alertRoute, alertTitle, isNarrowedTo } from './alert-labels.ts';
import {
  allSeen,
  type Grown,
  grownAlerts,
  isWorthAWord,
  unseenOf,
  useSeenAlerts,
} from './alert-news.ts';

/** Deliveries that fail together come to nothing within seconds: gathered, they are one word. */
const gatherMs = 1_500;

const readMs = 12_000;

/** A alert while its page is there. */
interface Telling {
  alert: Alert;
  /** What was told last. */
  told: number | undefined;
  toast: ShownToast | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const toastOf = (alert: Alert): ToastOptions => ({
  title: alertTitle(alert),
  description: alertCause(alert),
  tone: alert.state === 'blocked' ? 'warn' : 'bad',
  quiet: true,
  durationMs: readMs,
  action: { label: 'Show', run: () => openAlert(alert) },
});

/** In front of whoever it would be told to. */
function isLookedAt(alert: Alert): boolean {
  const { page, path, query } = useRoute.getState().route;
  const isList = page === 'inspector' && (path[0] ?? 'deliveries') === 'deliveries';
  return document.hasFocus() && isList && isNarrowedTo(query.filter ?? '', alert);
}

function tell(telling: Telling): void {
  const { alert, told, toast } = telling;
  if (!useAlertChoice.getState().isOn || isLookedAt(alert)) return;
  const isNew = isWorthAWord(alert, told);
  if (toast === null && !isNew) return;
  telling.told = alert.count;
  if (toast !== null) toast.update(toastOf(alert));
  else
    telling.toast = showGrowingToast(toastOf(alert), () => {
      telling.toast = null;
    });
  if (isNew)
    notifyBySystem({
      title: alertTitle(alert),
      body: alertCause(alert),
      commandId: alertCommandId(alert),
    });
}

/** Gathers how alerts grow, and tells it. */
function startTelling() {
  const tellings = new Map<string, Telling>();
  return {
    note: ({ alert, before }: Grown): void => {
      const key = alertKey(alert);
      const telling = tellings.get(key) ?? {
        alert,
        // What the page found when it was opened counts as told.
        told: before,
        toast: null,
        timer: undefined,
      };
      tellings.set(key, telling);
      telling.alert = alert;
      telling.timer ??= setTimeout(() => {
        telling.timer = undefined;
        tell(telling);
      }, gatherMs);
    },
    /** What is not kept any more does not grow any more. */
    forgetBut: (alerts: readonly Alert[]): void => {
      const kept = new Set(alerts.map(alertKey));
      for (const [key, { timer }] of tellings)
        if (!kept.has(key)) {
          clearTimeout(timer);
          tellings.delete(key);
        }
    },
  };
}

/**
 * Tells deliveries that came to nothing: one toast for a destination and a cause, which grows, and is
 * not repeated once it is gone unless it has become ten times as many.
 */
export function useAlertNews(): void {
  const alerts = useAlerts();
  const before = useRef<readonly Alert[]>(undefined);
  const telling = useRef<ReturnType<typeof startTelling>>(undefined);
  useEffect(() => {
    telling.current = startTelling();
    return () => telling.current?.forgetBut([]);
  }, []);
  useEffect(() => {
    if (alerts === undefined) return;
    // What was told before this page was there is no news.
    for (const grown of grownAlerts(alerts, before.current ?? alerts)) telling.current?.note(grown);
    telling.current?.forgetBut(alerts);
    before.current = alerts;
  }, [alerts]);
}

const none: readonly never[] = [];

/** More is found in the inspector. */
const mostListed = 20;

/** What was told stays to be found in the palette, newest first. */
export function useAlertCommands(): void {
  const alerts = useAlerts() ?? none;
  const commands = useMemo((): readonly Command[] => {
    const [newest] = alerts;
    const latest: readonly Command[] =
      newest === undefined
        ? []
        : [
            {
              id: 'alert.latest',
              title: 'Show the latest alert',
              section: 'Alerts',
              shortcut: 'Shift+N',
              run: () => openAlert(newest),
            },
          ];
    return [
      ...latest,
      ...alerts.slice(0, mostListed).map((alert) => ({
        id: alertCommandId(alert),
        title: `${alertTitle(alert)}: ${alertCause(alert)}`,
        section: 'Alerts',
        run: () => openAlert(alert),
      })),
    ];
  }, [alerts]);
  useCommands(commands);
}

const alertCommandId = ({ id }: Pick<Alert, 'id'>): string => `alert.${id}`;

function openAlert(alert: Alert): void {
  navigate(alertRoute(alert));
}

/** What was told since the inspector was last looked at. */
export function useAlertBadge(): { count: number; label: string } {
  const alerts = useAlerts();
  const seen = useSeenAlerts((state) => state.seen);
  const count = unseenOf(alerts ?? [], seen).length;
  const isLookedAt = useRoute(({ route }) => route.page === 'inspector');
  useEffect(() => {
    if (alerts === undefined) return;
    const see = (): void => {
      const isFirst = useSeenAlerts.getState().seen === null;
      if (isFirst || (isLookedAt && document.hasFocus()))
        useSeenAlerts.setState({ seen: allSeen(alerts) });
    };
    see();
    window.addEventListener('focus', see);
    return () => window.removeEventListener('focus', see);
  }, [isLookedAt, alerts]);
  return { count, label: count === 1 ? '1 new alert' : `${count} new alerts` };
}
