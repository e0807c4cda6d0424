/**
 * The page's only access to Electron: one MessagePort to the core and a few named functions. Runs
 * sandboxed and isolated from the page.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { channels, portMessageKind } from './channels.ts';

declare const window: {
  readonly location: { readonly origin: string };
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
};

ipcRenderer.on(channels.port, (event) => {
  window.postMessage({ kind: portMessageKind }, window.location.origin, event.ports);
});

contextBridge.exposeInMainWorld('hookwrightHost', {
  platform: process.platform,
  connect: (): void => ipcRenderer.send(channels.connect),
  openExternal: (url: string): void => ipcRenderer.send(channels.openExternal, url),
  showItemInFolder: (path: string): void => ipcRenderer.send(channels.showItemInFolder, path),
  notify: (notification: { title: string; body: string; commandId?: string }): void =>
    ipcRenderer.send(channels.notify, notification),
  setMenu: (commands: readonly unknown[]): void => ipcRenderer.send(channels.setMenu, commands),
  find: (search: unknown): void => ipcRenderer.send(channels.find, search),
  onFound: (listener: (result: unknown) => void): (() => void) => {
    const onResult = (_event: unknown, result: unknown): void => listener(result);
    ipcRenderer.on(channels.found, onResult);
    return () => void ipcRenderer.removeListener(channels.found, onResult);
  },
  onCommand: (run: (commandId: string) => void): (() => void) => {
    const listener = (_event: unknown, commandId: string): void => run(commandId);
    ipcRenderer.on(channels.command, listener);
    return () => void ipcRenderer.removeListener(channels.command, listener);
  },
  desktop: {
    subscribe: (listener: (state: unknown) => void): (() => void) => {
      const onState = (_event: unknown, state: unknown): void => listener(state);
      ipcRenderer.on(channels.desktopState, onState);
      ipcRenderer.send(channels.desktopSubscribe);
      return () => void ipcRenderer.removeListener(channels.desktopState, onState);
    },
    change: (settings: unknown): void => ipcRenderer.send(channels.desktopChange, settings),
    act: (action: string): void => ipcRenderer.send(channels.desktopAct, action),
    onOpen: (open: (request: unknown) => void): void => {
      ipcRenderer.on(channels.open, (_event, request: unknown) => open(request));
      ipcRenderer.send(channels.desktopSubscribe);
    },
  },
});
