/** The stand-in's screen, menus, dialogs and keychain. */
import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { destroy } from './destroyed.ts';
import { checkTemplate } from './menu-check.ts';
import { type MenuItem, recorded } from './recorded.ts';

export const screen = {
  getAllDisplays: () => [
    {
      bounds: { x: 0, y: 0, width: 1920, height: 1080 },
      workArea: { x: 0, y: 24, width: 1920, height: 1056 },
    },
  ],
};

class NativeTheme extends EventEmitter {
  get themeSource(): 'system' | 'light' | 'dark' {
    return recorded.theme;
  }
  set themeSource(theme: 'system' | 'light' | 'dark') {
    recorded.theme = theme;
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return recorded.theme === 'dark';
  }
}

export const nativeTheme = new NativeTheme();

/** `resume` comes from the spec. */
export const powerMonitor = new EventEmitter();

export const clipboard = {
  writeText: (text: string) => {
    recorded.copied.push(text);
  },
};

/** As Electron: those without items on both sides. */
const withoutExtraSeparators = (template: readonly MenuItem[]): MenuItem[] =>
  template
    .map(({ submenu, ...item }) =>
      submenu === undefined ? item : { ...item, submenu: withoutExtraSeparators(submenu) },
    )
    .filter(({ type }, index, all) => {
      const next = all.slice(index + 1).find((one) => one.type !== 'separator');
      const follows = index > 0 && all[index - 1]?.type !== 'separator';
      return type !== 'separator' || (follows && next !== undefined);
    });

export const Menu = {
  buildFromTemplate(template: MenuItem[]) {
    checkTemplate(template);
    const items = withoutExtraSeparators(template);
    const popup = () => {
      recorded.contextMenu = items;
    };
    return Object.assign([...items], { items, popup });
  },
  setApplicationMenu: (menu: MenuItem[]) => {
    recorded.menu = menu;
  },
};

export const shell = {
  openExternal: async (url: string) => {
    if (url.includes('no-browser')) throw new Error('No application is registered.');
    recorded.openedOutside.push(url);
  },
  openPath: async (path: string) => {
    recorded.shownInFolder.push(path);
    return '';
  },
  showItemInFolder: (path: string) => {
    recorded.shownInFolder.push(path);
  },
};

interface MessageBox extends Electron.MessageBoxOptions {
  detail: string;
}

/** Dialogs belong to a window, or to none. */
function requireOpen([window]: readonly unknown[]): void {
  const { isDestroyed } = window as Partial<Electron.BaseWindow>;
  if (isDestroyed?.call(window) === true) throw new TypeError('Object has been destroyed');
}

export const dialog = {
  showOpenDialog: async (...args: readonly unknown[]) => {
    requireOpen(args);
    return { filePaths: recorded.chosenFolder === null ? [] : [recorded.chosenFolder] };
  },
  /** With or without a window. */
  showMessageBox: async (...args: readonly unknown[]) => {
    requireOpen(args);
    const { message, detail } = args.at(-1) as MessageBox;
    recorded.messageBoxes.push({ message, detail });
    return { response: recorded.chosenButton };
  },
  showErrorBox: (title: string, content: string) => {
    recorded.errorBoxes.push({ title, content });
    process.stderr.write(`stand-in for Electron: error box "${title}": ${content}\n`);
  },
};

export const nativeImage = {
  createFromPath: (path: string) => ({
    ...{ path, resize: () => ({ path }) },
    setTemplateImage: (_isTemplate: boolean) => undefined,
  }),
};

export class Tray extends EventEmitter {
  #isDestroyed = false;

  constructor(icon: { path: string }) {
    super();
    recorded.tray = { icon: icon.path, toolTip: '', menu: [] };
  }
  setToolTip(toolTip: string): void {
    if (recorded.tray) recorded.tray.toolTip = toolTip;
  }
  setContextMenu(menu: MenuItem[]): void {
    if (recorded.tray) recorded.tray.menu = menu;
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  destroy(): void {
    this.#isDestroyed = true;
    recorded.tray = null;
    destroy(this, Tray);
  }
}

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions) => {
    recorded.crashReporter = options;
  },
};

export class Notification extends EventEmitter {
  static readonly all: Notification[] = [];
  static isSupported(): boolean {
    return true;
  }
  readonly #text: { title: string; body: string };
  constructor(text: { title: string; body: string }) {
    super();
    this.#text = text;
  }
  show(): void {
    recorded.notifications.push(this.#text);
    Notification.all.push(this);
  }
}

const flip = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));

export const unlocked = Promise.withResolvers<void>();

/** Not a keychain: it only ensures that the plain text is not on disk. */
export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: (text: string) => flip(Buffer.from(text, 'utf8')),
  decryptString: (sealed: Uint8Array) => flip(sealed).toString('utf8'),
  /** Waits if the spec wants the user to unlock it. */
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    if (process.env.HOOKWRIGHT_STAND_IN_LOCKED !== undefined) await unlocked.promise;
    return true;
  },
  /** The mark of a key in the keyring. */
  encryptStringAsync: async (text: string) =>
    Buffer.concat([Buffer.from('v11'), flip(Buffer.from(text, 'utf8'))]),
  decryptStringAsync: async (sealed: Uint8Array) => ({
    result: flip(sealed.subarray(3)).toString('utf8'),
    shouldReEncrypt: false,
  }),
};
