/** Desktop notifications: those of the desktop app, or a browser's, which needs permission. */

export interface SystemNotification {
  readonly title: string;
  readonly body: string;
  /** Runs on a click, with the window in front. */
  readonly commandId?: string;
}

export type NotificationPermission = 'granted' | 'denied' | 'default';

export interface SystemNotifications {
  /** Whether they are on by default. */
  readonly areOnByDefault: boolean;
  /** `default`: permission was never requested. */
  permission(): NotificationPermission;
  /** Requests permission if needed; only on a user's click. */
  ask(): Promise<NotificationPermission>;
  show(notification: SystemNotification): void;
}

export function desktopNotifications(
  notify: (notification: SystemNotification) => void,
): SystemNotifications {
  return {
    areOnByDefault: true,
    permission: () => 'granted',
    ask: async () => 'granted',
    show: notify,
  };
}

/** Null if the browser has none, or doesn't allow them on this page. */
export function browserNotifications(run: (commandId: string) => void): SystemNotifications | null {
  if (!('Notification' in globalThis) || !globalThis.isSecureContext) return null;
  return {
    // Other permissions at this address may belong to another program.
    areOnByDefault: false,
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    show({ title, body, commandId }) {
      // Notifications with the same tag replace each other.
      const notification = new Notification(title, { body, ...(commandId && { tag: commandId }) });
      notification.onclick = () => {
        window.focus();
        notification.close();
        if (commandId !== undefined) run(commandId);
      };
    },
  };
}
