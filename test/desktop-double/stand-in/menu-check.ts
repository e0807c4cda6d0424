/** What Electron refuses when it builds a menu, or silently doesn't do. */
import type Electron from 'electron';
import type { MenuItem } from './recorded.ts';

type Role = NonNullable<Electron.MenuItemConstructorOptions['role']>;

const roles = {
  ...{ about: true, appMenu: true, clearRecentDocuments: true, close: true, copy: true, cut: true },
  ...{ delete: true, editMenu: true, fileMenu: true, forceReload: true, front: true, help: true },
  ...{ hide: true, hideOthers: true, mergeAllWindows: true, minimize: true },
  ...{ moveTabToNewWindow: true, paste: true, pasteAndMatchStyle: true, quit: true },
  ...{ recentDocuments: true, redo: true, reload: true, resetZoom: true, selectAll: true },
  ...{ selectNextTab: true, selectPreviousTab: true, services: true, shareMenu: true },
  ...{ showAllTabs: true, startSpeaking: true, stopSpeaking: true, toggleDevTools: true },
  ...{ toggleSpellChecker: true, toggleTabBar: true, togglefullscreen: true, undo: true },
  ...{ unhide: true, viewMenu: true, window: true, windowMenu: true, zoom: true, zoomIn: true },
  ...{ zoomOut: true, showSubstitutions: true, toggleSmartDashes: true, toggleSmartQuotes: true },
  ...{ toggleTextReplacement: true },
} satisfies Record<Role, true>;

const modifier = '(?:CommandOrControl|Command|Control|Alt|Shift|Super)';
const namedKey =
  '(?:Up|Down|Left|Right|Enter|Escape|Backspace|Delete|Home|End|PageUp|PageDown|Space|Plus|F\\d{1,2})';
const accelerator = new RegExp(`^(?:${modifier}\\+)*(?:${namedKey}|[!-~])$`);

export function checkTemplate(template: readonly MenuItem[]): void {
  for (const item of template) {
    const { label, role, type, submenu = [] } = item;
    if (label === undefined && role === undefined && type !== 'separator')
      throw new TypeError(`A menu item has neither a label nor a role: ${JSON.stringify(item)}.`);
    if (role !== undefined && !(role in roles)) throw new TypeError(`No role "${role}".`);
    if (item.accelerator !== undefined && !accelerator.test(item.accelerator))
      throw new TypeError(`No accelerator "${item.accelerator}".`);
    checkTemplate(submenu);
  }
}
