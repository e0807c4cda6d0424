/** Channel names between the page's preload script and the main process. */
export const channels = {
  connect: 'hookwright:connect',
  port: 'hookwright:port',
  openExternal: 'hookwright:open-external',
  showItemInFolder: 'hookwright:show-item-in-folder',
  notify: 'hookwright:notify',
  setMenu: 'hookwright:set-menu',
  command: 'hookwright:command',
  desktopSubscribe: 'hookwright:desktop-subscribe',
  desktopState: 'hookwright:desktop-state',
  desktopChange: 'hookwright:desktop-change',
  desktopAct: 'hookwright:desktop-act',
  open: 'hookwright:open',
  find: 'hookwright:find',
  found: 'hookwright:found',
} as const;

/** Kind of the window message that passes the port to the page. */
export const portMessageKind = 'hookwright-port';
