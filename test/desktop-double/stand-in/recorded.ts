/** Actions of our main process that a user would see, for the specs to inspect. */

interface MenuItem {
  label?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  registerAccelerator?: boolean;
  enabled?: boolean;
  click?: () => void;
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
  crashReporter: null as { uploadToServer: boolean } | null,
};

export type { MenuItem };
