/** Names of what the page's preload and the main process say to each other. */
export const channels = {
  connect: 'hookwright:connect',
  port: 'hookwright:port',
  openExternal: 'hookwright:open-external',
  showItemInFolder: 'hookwright:show-item-in-folder',
  notify: 'hookwright:notify',
  setMenu: 'hookwright:set-menu',
  command: 'hookwright:command',
} as const;

/** The window message that brings the page its port. */
export const portMessageKind = 'hookwright-port';
