/**
 * The end of a child process: messages with the process that started it, over IPC or, in a utility
 * process of Electron, over a message port.
 */
import { throwUnhandledRejections } from '#main/kit/unhandled-rejections.ts';
import { type ParentPort, type ProcessPort, parentPort } from './utility-child.ts';

export interface Parent {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The parent has ended or given up this process. */
  onDisconnect(listener: () => void): void;
}

const ipcParent: Parent = {
  send: (message) => void (process.connected && process.send?.(message, () => undefined)),
  onMessage: (listener) => void process.on('message', listener),
  onDisconnect: (listener) => void process.on('disconnect', listener),
};

/** The port arrives with the first message. */
function portParent(from: ParentPort): Parent {
  const connected = new Promise<ProcessPort>((resolve) => {
    from.on('message', ({ ports: [port] }) => {
      if (port !== undefined) resolve(port);
    });
  });
  return {
    send: (message) => void connected.then((port) => port.postMessage(message)),
    onMessage: (listener) =>
      void connected.then((port) => {
        port.on('message', ({ data }) => listener(data));
        port.start();
      }),
    onDisconnect: (listener) => void connected.then((port) => port.on('close', listener)),
  };
}

throwUnhandledRejections();

export const parent: Parent = parentPort === undefined ? ipcParent : portParent(parentPort);
