/** Runs in the page before its scripts: the renderer part of the stand-in. */

/** Names shared by both parts. */
export const bindings = { toMain: '__standInToMain', fromMain: '__standInFromMain' };

/**
 * Executed in the page, so it may refer to nothing outside itself. Unlike in Electron the preload
 * shares the page's world, but what passes the bridge is copied as there.
 */
function installRenderer(names: { toMain: string; fromMain: string }) {
  type Listener = (event: { ports: readonly MessagePort[] }, ...args: unknown[]) => void;
  type FromMain =
    | { kind: 'ipc'; channel: string; args: unknown[]; port: number | null }
    | { kind: 'port'; port: number; data: unknown };
  const scope = window as unknown as Record<string, (message: unknown) => void>;
  const toMain = (message: unknown) => scope[names.toMain]?.(message);
  const listeners = new Map<string, Set<Listener>>();
  const ports = new Map<number, MessagePort>();

  const openPort = (id: number): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => toMain({ kind: 'port', port: id, data });
    port1.addEventListener('close', () => toMain({ kind: 'close', port: id }));
    ports.set(id, port1);
    return port2;
  };
  scope[names.fromMain] = (given) => {
    const message = given as FromMain;
    if (message.kind === 'port') return ports.get(message.port)?.postMessage(message.data);
    const opened = message.port === null ? [] : [openPort(message.port)];
    for (const listener of listeners.get(message.channel) ?? [])
      listener({ ports: opened }, ...message.args);
  };
  window.open = (url) => {
    toMain({ kind: 'open', url: new URL(String(url), location.href).href });
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (event.defaultPrevented || link?.target !== '_blank') return;
    event.preventDefault();
    window.open(link.href);
  });
  const ipcRenderer = {
    on: (channel: string, listener: Listener) => {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known.add(listener));
    },
    removeListener: (channel: string, listener: Listener) =>
      listeners.get(channel)?.delete(listener),
    send: (channel: string, ...args: unknown[]) =>
      void toMain({ kind: 'ipc', channel, args: structuredClone(args) }),
  };
  /** A copy for the other world, in which functions call back. */
  const copied = (value: unknown): unknown => {
    if (typeof value === 'function')
      return (...args: unknown[]) => copied(value(...args.map(copied)));
    if (Array.isArray(value)) return value.map(copied);
    if (typeof value !== 'object' || value === null) return structuredClone(value);
    if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
    const entries = Object.entries(value);
    return Object.freeze(Object.fromEntries(entries.map(([name, one]) => [name, copied(one)])));
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: object) =>
      Object.defineProperty(window, name, { value: copied(api) }),
  };
  return (name: string) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`A sandboxed preload may not require "${name}".`);
  };
}

export function pageScript(preload: string): string {
  const renderer = `(${installRenderer})(${JSON.stringify(bindings)})`;
  const processStandIn = JSON.stringify({ platform: process.platform });
  return `if (window.top === window) ((require, process, module, exports) => {
${preload}
})(${renderer}, ${processStandIn}, { exports: {} }, {});`;
}
