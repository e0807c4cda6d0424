/** The stand-in's screen, menus, dialogs and keychain. */
import { EventEmitter } from 'node:events';
import { type MenuItem, recorded } from './recorded.ts';

export const screen = {
  getAllDisplays: () => [
    {
      bounds: { x: 0, y: 0, width: 1920, height: 1080 },
      workArea: { x: 0, y: 24, width: 1920, height: 1056 },
    },
  ],
};

export const nativeTheme = { shouldUseDarkColors: false };

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu: (menu: MenuItem[]) => {
    recorded.menu = menu;
  },
};

export const shell = {
  openExternal: async (url: string) => {
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

interface MessageBox {
  message: string;
  detail: string;
}

export const dialog = {
  showOpenDialog: async (_window: unknown, _options: unknown) => ({
    filePaths: recorded.chosenFolder === null ? [] : [recorded.chosenFolder],
  }),
  /** The user presses the first button. */
  showMessageBox: async (_window: unknown, { message, detail }: MessageBox) => {
    recorded.messageBoxes.push({ message, detail });
    return { response: 0 };
  },
  showErrorBox: (title: string, content: string) => {
    recorded.errorBoxes.push({ title, content });
    process.stderr.write(`stand-in for Electron: error box "${title}": ${content}\n`);
  },
};

export const nativeImage = {
  createFromPath: (path: string) => ({ path, resize: () => ({ path }) }),
};

export class Tray extends EventEmitter {
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
  destroy(): void {
    recorded.tray = null;
  }
}

export const crashReporter = {
  start: (options: { uploadToServer: boolean }) => {
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

/** Not a keychain: it only ensures that the plain text is not on disk. */
export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'stand_in',
  encryptString: (text: string) => flip(Buffer.from(text, 'utf8')),
  decryptString: (sealed: Uint8Array) => flip(sealed).toString('utf8'),
};
