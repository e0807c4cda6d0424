/** Actions of our main process that a user would see, for the specs to inspect. */
import type Electron from 'electron';

interface MenuItem extends Pick<Electron.MenuItemConstructorOptions, 'role' | 'type'> {
  label?: string;
  accelerator?: string;
  registerAccelerator?: boolean;
  enabled?: boolean;
  click?: (item: object, window: unknown) => void;
  submenu?: MenuItem[];
}

export const recorded = {
  menu: [] as MenuItem[],
  /** Navigations of the page that our main process blocked. */
  refusedNavigations: [] as string[],
  openedOutside: [] as string[],
  shownInFolder: [] as string[],
  notifications: [] as { title: string; body: string }[],
  messageBoxes: [] as { message: string; detail: string }[],
  /** The folder that the user chooses in the next dialog. */
  chosenFolder: null as string | null,
  errorBoxes: [] as { title: string; content: string }[],
  tray: null as { icon: string; toolTip: string; menu: MenuItem[] } | null,
  /** Texts searched in the page; null for the end of a search. */
  searches: [] as (string | null)[],
  /** The menu that opened with a right click. */
  contextMenu: [] as MenuItem[],
  copied: [] as string[],
  /** The button that the user presses in message boxes. */
  chosenButton: Number(process.env.HOOKWRIGHT_STAND_IN_BUTTON ?? 0),
  protocolClients: [] as string[],
  loginItem: false,
  /** What each shown panel said. */
  aboutPanels: [] as Electron.AboutPanelOptionsOptions[],
  theme: 'system' as 'system' | 'light' | 'dark',
  crashReporter: null as Electron.CrashReporterStartOptions | null,
};

export type { MenuItem };
