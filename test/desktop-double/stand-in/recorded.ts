/** What our main process did that a user would see, for the specs to look at. */

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
  /** Where the page wanted to go, and our main process did not let it. */
  refusedNavigations: [] as string[],
  openedOutside: [] as string[],
  shownInFolder: [] as string[],
  notifications: [] as { title: string; body: string }[],
  errorBoxes: [] as { title: string; content: string }[],
};

export type { MenuItem };
