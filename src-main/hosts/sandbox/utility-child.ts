/** Starts the children of a utility process, through Electron's main process. */
import type { Child, ChildName, ChildOptions, StartChild } from './child.ts';

// Utility processes of Electron can't start others: the process of a run asks the main process to, and gets a
// port to the new process.

/** A message port of Electron. */
export interface ProcessPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
}

/** `process.parentPort` of a utility process. */
export interface ParentPort {
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly ProcessPort[] }) => void,
  ): unknown;
  postMessage(message: unknown): void;
}

export type ToMain =
  | {
      readonly kind: 'start_child';
      readonly number: number;
      readonly name: ChildName;
      readonly options: ChildOptions;
    }
  | { readonly kind: 'kill_child'; readonly number: number };

export type FromMain =
  /** With a port to the started process. */
  | { readonly kind: 'child_started'; readonly number: number }
  | { readonly kind: 'child_exited'; readonly number: number; readonly how: string };

/** Undefined outside Electron. */
export const { parentPort } = process as { readonly parentPort?: ParentPort };

/** A process behind a port. Its last messages may arrive after it has ended. */
export function portChild(
  port: Promise<ProcessPort>,
  exited: Promise<string>,
  kill: () => void,
): Child {
  const closed = port.then((open) => new Promise<void>((resolve) => open.on('close', resolve)));
  return {
    send: (message) => void port.then((open) => open.postMessage(message)),
    onMessage: (listener) =>
      void port.then((open) => {
        open.on('message', ({ data }) => listener(data));
        open.start();
      }),
    onExit: (listener) => void Promise.all([exited, closed]).then(([how]) => listener(how)),
    kill,
  };
}

interface Starting {
  readonly port: PromiseWithResolvers<ProcessPort>;
  readonly exited: PromiseWithResolvers<string>;
}

export function utilityStartChild(main: ParentPort): StartChild {
  const children = new Map<number, Starting>();
  const send = (message: ToMain): void => main.postMessage(message);

  main.on('message', ({ data, ports: [port] }) => {
    const message = data as FromMain;
    const child = children.get(message.number);
    if (message.kind === 'child_exited') child?.exited.resolve(message.how);
    else if (port !== undefined) child?.port.resolve(port);
  });

  return (name, options = {}) => {
    const number = children.size + 1;
    const child = {
      port: Promise.withResolvers<ProcessPort>(),
      exited: Promise.withResolvers<string>(),
    };
    children.set(number, child);
    send({ kind: 'start_child', number, name, options });
    return portChild(child.port.promise, child.exited.promise, () =>
      send({ kind: 'kill_child', number }),
    );
  };
}
