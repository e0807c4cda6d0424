/** The icon in the system's tray: the state, and quick actions. */
import { join } from 'node:path';
import { app, Menu, type NativeImage, nativeImage, Tray } from 'electron';
import { counted } from '#shared/kit/format.ts';
import type { CoreStatus } from './core-messages.ts';

interface TrayOptions {
  readonly show: () => void;
  readonly pauseClock: (isPaused: boolean) => void;
}

function labelOf(status: CoreStatus | null): string {
  if (status === null) return 'Starting…';
  const { clock, failed } = status;
  const time = { real: 'Real time', fast: `Clock ×${clock.speed}`, paused: 'Clock paused' };
  const failures = failed === 0 ? [] : [counted(failed, 'failed delivery', 'failed deliveries')];
  return [time[clock.mode], ...failures].join(' · ');
}

const folder = (): string =>
  app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'build');

/** macOS colors a template for its menu bar, and finds the file for its resolution by name. */
function icon(): NativeImage {
  if (process.platform === 'darwin')
    return nativeImage.createFromPath(join(folder(), 'trayTemplate.png'));
  return nativeImage.createFromPath(join(folder(), 'tray.png')).resize({ width: 32, height: 32 });
}

export function createTray({ show, pauseClock }: TrayOptions) {
  let tray: Tray | null = null;
  let status: CoreStatus | null = null;
  let shownLabel = '';

  function refresh(): void {
    const label = labelOf(status);
    if (tray === null || label === shownLabel) return;
    shownLabel = label;
    const isPaused = status?.clock.mode === 'paused';
    tray.setToolTip(`Hookwright: ${label}`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label, enabled: false },
        { type: 'separator' },
        { label: 'Open Hookwright', click: show },
        {
          label: isPaused ? 'Resume clock' : 'Pause clock',
          enabled: status !== null,
          click: () => pauseClock(!isPaused),
        },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    );
  }

  return {
    /** Null while the core isn't running. */
    update(current: CoreStatus | null): void {
      status = current;
      refresh();
    },
    setShown(isShown: boolean): void {
      if (isShown === (tray !== null)) return;
      tray?.destroy();
      tray = null;
      shownLabel = '';
      if (!isShown) return;
      tray = new Tray(icon());
      tray.on('click', show);
      refresh();
    },
  };
}
