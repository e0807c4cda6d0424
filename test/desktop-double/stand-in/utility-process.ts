/** `utilityProcess`: a real process of Node whose `process.parentPort` is a stand-in too. */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { app, requireReady } from './app.ts';
import type { MessagePortMain } from './message-channel.ts';

/** Between this process and the other one. */
export type Relayed =
  | { readonly kind: 'parent'; readonly data: unknown; readonly ports: readonly number[] }
  | { readonly kind: 'port'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'close'; readonly port: number }
  /** A bug in the process: nothing handles a rejection. */
  | { readonly kind: 'reject' };

const preload = new URL('./utility-preload.ts', import.meta.url).href;

interface ForkOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly serviceName?: string;
  readonly execArgv?: readonly string[];
}

/** Electron passes them as switches of Chromium. Flags of Node have no effect. */
const v8FlagsOf = (execArgv: readonly string[]): readonly string[] =>
  execArgv.flatMap((one) => one.match(/^--js-flags=(.*)$/)?.[1]?.split(' ') ?? []);

class UtilityProcess extends EventEmitter {
  readonly serviceName: string;
  readonly v8Flags: readonly string[];
  /** Kinds of messages from the app. */
  readonly received: string[] = [];
  readonly #child: ChildProcess;
  readonly #ports = new Map<number, MessagePortMain>();

  constructor(
    path: string,
    args: readonly string[],
    { env, cwd, serviceName = '', execArgv = [] }: ForkOptions,
  ) {
    super();
    this.serviceName = serviceName;
    this.v8Flags = v8FlagsOf(execArgv);
    this.#child = fork(path, args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      execArgv: [
        ...this.v8Flags,
        '--unhandled-rejections=warn-with-error-code',
        '--import',
        preload,
      ],
      env,
      cwd,
    });
    this.#child.on('message', (message: Relayed) => this.#hear(message));
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.once('exit', (code, signal) => {
      for (const port of this.#ports.values()) port.close();
      const reason = signal === 'SIGKILL' ? 'killed' : signal !== null ? 'crashed' : 'clean-exit';
      const exitCode = code ?? 9;
      this.emit('exit', exitCode);
      app.emit('child-process-gone', {}, { type: 'Utility', name: serviceName, reason, exitCode });
    });
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined;
  }

  #hear(message: Relayed): void {
    if (message.kind === 'parent') this.emit('message', message.data);
    else if (message.kind === 'port') this.#ports.get(message.port)?.postMessage(message.data);
    else if (message.kind === 'close') this.#ports.get(message.port)?.close();
  }

  #send(message: Relayed): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** For the specs. */
  reject(): void {
    this.#send({ kind: 'reject' });
  }

  postMessage(data: unknown, ports: readonly MessagePortMain[] = []): void {
    const ids = ports.map((port) => {
      const id = this.#ports.size;
      this.#ports.set(id, port);
      port.on('message', (event: { data: unknown }) =>
        this.#send({ kind: 'port', port: id, data: event.data }),
      );
      port.on('close', () => this.#send({ kind: 'close', port: id }));
      return id;
    });
    if (data instanceof Object && 'kind' in data) this.received.push(String(data.kind));
    this.#send({ kind: 'parent', data, ports: ids });
    for (const port of ports) port.start();
  }
}

export const utilityProcesses: UtilityProcess[] = [];

export const utilityProcess = {
  fork(path: string, args: readonly string[], options: ForkOptions): UtilityProcess {
    requireReady('utilityProcess');
    const child = new UtilityProcess(path, args, options);
    utilityProcesses.push(child);
    return child;
  },
};
