/** The icon in the system's tray: the state, and quick actions. */
import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import type { Core } from '#core/create-core.ts';
import { counted } from '#shared/lib/format.ts';
import type { ChangeBatch } from '#shared/schemas/change.ts';

interface TrayOptions {
  readonly core: Core;
  readonly show: () => void;
}

type State = Pick<ChangeBatch, 'clock' | 'ledger'>;

function labelOf({ clock, ledger }: State): string {
  const time = { real: 'Real time', fast: `Clock ×${clock.speed}`, paused: 'Clock paused' };
  const failed = ledger.exhausted + ledger.blocked;
  const failures = failed === 0 ? [] : [counted(failed, 'failed delivery', 'failed deliveries')];
  return [time[clock.mode], ...failures].join(' · ');
}

const iconFile = (): string =>
  app.isPackaged
    ? join(process.resourcesPath, 'tray.png')
    : join(app.getAppPath(), 'build', 'tray.png');

export function createTray({ core, show }: TrayOptions) {
  let tray: Tray | null = null;
  let state: State = { clock: core.clock.get(), ledger: core.ledger.get() };
  let shownLabel = '';
  let speed = 1;

  function setPaused(paused: boolean): void {
    if (paused) speed = state.clock.speed;
    const setting = paused
      ? { mode: 'paused' as const, speed: 1 }
      : { mode: 'fast' as const, speed };
    core.clock.set(setting).catch((error: unknown) => {
      core.log.warn("Can't change the clock.", { error });
    });
  }

  function refresh(): void {
    const label = labelOf(state);
    if (tray === null || label === shownLabel) return;
    shownLabel = label;
    const paused = state.clock.mode === 'paused';
    tray.setToolTip(`Hookwright: ${label}`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label, enabled: false },
        { type: 'separator' },
        { label: 'Open Hookwright', click: show },
        { label: paused ? 'Resume clock' : 'Pause clock', click: () => setPaused(!paused) },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    );
  }

  core.changes.subscribe({}).start(
    ({ clock, ledger }) => {
      state = { clock, ledger };
      refresh();
    },
    () => undefined,
  );

  return {
    setShown(isShown: boolean): void {
      if (isShown === (tray !== null)) return;
      tray?.destroy();
      tray = null;
      shownLabel = '';
      if (!isShown) return;
      const size = process.platform === 'darwin' ? 16 : 32;
      tray = new Tray(nativeImage.createFromPath(iconFile()).resize({ width: size, height: size }));
      tray.on('click', show);
      refresh();
    },
  };
}
