/** Notifications of the operating system: the desktop app's own, or a browser's, which asks first. */

export interface SystemNotification {
  readonly title: string;
  readonly body: string;
  /** Run when it is clicked, with the window in front. */
  readonly commandId?: string;
}

export type NotificationPermission = 'granted' | 'denied' | 'default';

export interface SystemNotifications {
  /** Whether they are shown unless somebody switches them off. */
  readonly areUsual: boolean;
  /** `default`: nobody has been asked yet. */
  permission(): NotificationPermission;
  /** Asks the user, where that is needed; only on a click of theirs. */
  ask(): Promise<NotificationPermission>;
  show(notification: SystemNotification): void;
}

export function desktopNotifications(
  notify: (notification: SystemNotification) => void,
): SystemNotifications {
  return {
    areUsual: true,
    permission: () => 'granted',
    ask: async () => 'granted',
    show: notify,
  };
}

/** Null where the browser has none, or allows none on this page. */
export function browserNotifications(run: (commandId: string) => void): SystemNotifications | null {
  if (!('Notification' in globalThis) || !globalThis.isSecureContext) return null;
  return {
    // What else was allowed at this address may have been another program.
    areUsual: false,
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    show({ title, body, commandId }) {
      // One in place of the other, where it is about the same.
      const shown = new Notification(title, { body, ...(commandId && { tag: commandId }) });
      shown.onclick = () => {
        window.focus();
        shown.close();
        if (commandId !== undefined) run(commandId);
      };
    },
  };
}
