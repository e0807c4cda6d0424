/** What a page may not do: leave, open windows, or ask for the devices of the machine. */
import { app, type IpcMainEvent, type Session, shell, type WebContents } from 'electron';
import { isAppPage } from './app-address.ts';

/** Copying a text is all the interface needs; everything else is refused. */
const grantedPermissions = new Set(['clipboard-sanitized-write']);

/** Only https: other schemes start programs. */
export function openOutside(url: string): void {
  if (URL.parse(url)?.protocol === 'https:') void shell.openExternal(url);
}

export function guardSession(session: Session): void {
  session.setPermissionCheckHandler((contents, permission) =>
    Boolean(contents && isAppPage(contents.getURL()) && grantedPermissions.has(permission)),
  );
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(isAppPage(contents.getURL()) && grantedPermissions.has(permission)),
  );
  session.setDevicePermissionHandler(() => false);
}

function guardContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isAppPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

/** Holds for every page, also those that nobody meant to create. */
export function guardAllContents(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

/** Only the page itself may speak to the main process, not a frame in it nor another page. */
export function isFromOurPage(event: IpcMainEvent, contents: WebContents): boolean {
  const frame = event.senderFrame;
  return (
    event.sender === contents && frame !== null && frame.parent === null && isAppPage(frame.url)
  );
}
