/** Processes of scenario runs as utility processes, since Electron's binary can't run Node scripts. */
import { fileURLToPath } from 'node:url';
import { MessageChannelMain, type UtilityProcess, utilityProcess } from 'electron';
import { type ChildName, type ChildOptions, childFile, type StartChild } from '#rehearsal/child.ts';
import { portChild } from '#rehearsal/utility-child.ts';
import type { FromMain, ToMain } from '#rehearsal/utility-messages.ts';

/** `kill` of Electron sends SIGTERM. */
function kill({ pid }: UtilityProcess): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function fork(name: ChildName, { cwd, env }: ChildOptions) {
  const child = utilityProcess.fork(fileURLToPath(childFile(name)), [], {
    stdio: ['ignore', 'ignore', 'inherit'],
    serviceName: 'Hookwright scenario',
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  const { port1, port2 } = new MessageChannelMain();
  child.postMessage({}, [port2]);
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code) => resolve(`exit code ${code}`));
  });
  return { child, port: port1, exited };
}

/** Starts the processes that a utility process asks for. They end with it. */
function serve(parent: UtilityProcess): void {
  const children = new Map<number, UtilityProcess>();
  parent.on('message', (message: ToMain) => {
    const { number } = message;
    if (message.kind === 'kill') {
      const child = children.get(number);
      return child && kill(child);
    }
    const { child, port, exited } = fork(message.name, message.options);
    children.set(number, child);
    parent.postMessage({ kind: 'started', number } satisfies FromMain, [port]);
    void exited.then((how) => {
      children.delete(number);
      parent.postMessage({ kind: 'exited', number, how } satisfies FromMain);
    });
  });
  parent.once('exit', () => {
    for (const child of children.values()) kill(child);
  });
}

export const forkUtility: StartChild = (name, options = {}) => {
  const { child, port, exited } = fork(name, options);
  serve(child);
  return portChild(Promise.resolve(port), exited, () => kill(child));
};
