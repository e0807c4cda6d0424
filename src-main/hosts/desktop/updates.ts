/** Updates through electron-updater: downloaded in the background, installed only while idle. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import electronUpdater, { type AppUpdater } from 'electron-updater';
import type { Log } from '#main/kit/ports.ts';
import type {
  DesktopSettings,
  UpdateBlock,
  UpdateHold,
  UpdateState,
} from '#shared/settings/desktop.ts';
import { thisInstallation } from './installation.ts';
import type { Instances } from './instances.ts';
import { refreshLoginItem } from './login-item.ts';
import { updateBlock } from './update-block.ts';

interface UpdateOptions {
  readonly log: Log;
  /** While a scenario or job runs, nothing is checked or installed. */
  readonly isBusy: () => boolean;
  readonly instances: Instances;
  readonly changed: () => void;
}

const firstCheckMs = 60_000;
const checkEveryMs = 4 * 3_600_000;
/** Starting the installer takes seconds at most, but on macOS the system first copies the update. */
const installLimitMs = process.platform === 'darwin' ? 60_000 : 10_000;

/** For development and tests: an installed app uses only the source it was built with. */
const developmentSource = (): string | undefined =>
  app.isPackaged ? undefined : process.env.HOOKWRIGHT_UPDATE_CONFIG;

function blockOf(): UpdateBlock | null {
  const { resourcesPath = '' } = process;
  const hasSource = app.isPackaged
    ? existsSync(join(resourcesPath, 'app-update.yml'))
    : developmentSource() !== undefined;
  if (!hasSource) return 'no_source';
  return updateBlock({ ...thisInstallation, resources: resourcesPath });
}

const loggerOf = (log: Log) => ({
  info: (message: unknown) => log.debug(`Updates: ${message}`),
  warn: (message: unknown) => log.warn(`Updates: ${message}`),
  error: (message: unknown) => log.warn(`Updates: ${message}`),
});

/** The updater appends headers and a stack to some messages. */
const firstLineOf = (message: string): string => message.split('\n', 1)[0]?.trim() ?? '';

export function createUpdates({ log, isBusy, instances, changed }: UpdateOptions) {
  const block = blockOf();
  let state: UpdateState = block === null ? { kind: 'idle' } : { kind: 'managed', by: block };
  let updater: AppUpdater | null = null;
  let isInstalling = false;
  /** Decided when the app starts to quit. */
  let installsOnQuit = false;
  const timers: NodeJS.Timeout[] = [];

  function set(next: UpdateState): void {
    state = next;
    changed();
  }

  function create(): AppUpdater {
    const created = electronUpdater.autoUpdater;
    created.logger = loggerOf(log);
    created.autoDownload = true;
    created.on('update-available', ({ version }) => set({ kind: 'downloading', version }));
    created.on('update-not-available', () => set({ kind: 'latest' }));
    created.on('update-downloaded', ({ version }) => set({ kind: 'ready', version }));
    created.on('error', ({ message }) => {
      set({ kind: 'failed', message: firstLineOf(message) });
      if (isInstalling) app.exit(0);
    });
    created.on('appimage-filename-updated', refreshLoginItem);
    // It would not heed a later change. Quitting installs nothing there, because the app would start again.
    if (process.platform === 'darwin') created.autoInstallOnAppQuit = false;
    return created;
  }

  function choose(channel: DesktopSettings['updateChannel']): AppUpdater {
    updater ??= create();
    const source = developmentSource();
    updater.forceDevUpdateConfig = source !== undefined;
    if (source !== undefined) updater.updateConfigPath = source;
    updater.channel = channel === 'stable' ? 'latest' : 'beta';
    // Without it, the beta channel would look for its file in GitHub's latest stable release.
    updater.allowPrerelease = channel === 'beta';
    // Setting the channel allows it, but older versions can't open the data.
    updater.allowDowngrade = false;
    return updater;
  }

  async function check(channel: DesktopSettings['updateChannel']): Promise<void> {
    if (['managed', 'checking', 'downloading', 'ready'].includes(state.kind) || isBusy()) return;
    set({ kind: 'checking' });
    try {
      const found = await choose(channel).checkForUpdates();
      await found?.downloadPromise;
    } catch {
      // Reported by the event `error`.
    }
  }

  function hold(): UpdateHold | null {
    if (isBusy()) return 'busy';
    // An installer ends all processes of the app, including their runs.
    return instances.others().length > 0 ? 'other_windows' : null;
  }

  const canInstall = (): boolean => state.kind === 'ready' && hold() === null;

  return {
    get: (): UpdateState => state,
    hold,
    check,
    /** Checks regularly, unless turned off. Of several processes, only the oldest does. */
    schedule({ checkForUpdates, updateChannel }: DesktopSettings): void {
      for (const timer of timers.splice(0)) clearInterval(timer);
      if (block !== null || !checkForUpdates) return;
      const checkNow = (): void => {
        if (instances.isOldest()) void check(updateChannel);
      };
      timers.push(setTimeout(checkNow, firstCheckMs), setInterval(checkNow, checkEveryMs));
    },
    /** Before the core stops: a quit during a run installs nothing. */
    prepareQuit(): void {
      installsOnQuit = canInstall();
      if (updater !== null && process.platform !== 'darwin')
        updater.autoInstallOnAppQuit = installsOnQuit;
    },
    canInstall,
    installsOnQuit: (): boolean => installsOnQuit,
    /** After the core has stopped. */
    restart(): void {
      isInstalling = true;
      // It doesn't quit if it can't install, and the app would stay without a window.
      setTimeout(() => app.exit(0), installLimitMs);
      updater?.quitAndInstall(true, true);
    },
  };
}
