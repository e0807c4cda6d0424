import { app } from 'electron';
import { iconFile } from './window.ts';

/** On Linux, the panel shows nothing else. */
export function describeApp(): void {
  const iconPath = iconFile();
  app.setAboutPanelOptions({
    applicationName: app.getName(),
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © Hookwright',
    ...(iconPath !== null && { iconPath }),
  });
}
