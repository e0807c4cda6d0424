/** Utility processes: the core, and the processes of its scenario runs, which they can't start themselves. */
import { fileURLToPath } from 'node:url';
import {
  type ForkOptions,
  MessageChannelMain,
  type UtilityProcess,
  utilityProcess,
} from 'electron';
import { childFile } from '#main/hosts/sandbox/child.ts';
import type { FromMain, ToMain } from '#main/hosts/sandbox/utility-child.ts';

/** SIGKILL: `kill` of Electron sends SIGTERM. It has no process ID before it has started. */
export function killUtility(child: UtilityProcess): void {
  if (child.pid === undefined) return void child.once('spawn', () => killUtility(child));
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Ends with the process that asked for it. */
function startChild(
  { name, number, options }: Extract<ToMain, { kind: 'start_child' }>,
  parent: UtilityProcess,
): UtilityProcess {
  const { cwd, env } = options;
  const child = forkUtility(childFile(name), {
    serviceName: 'Hookwright scenario',
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  const { port1, port2 } = new MessageChannelMain();
  child.postMessage({}, [port2]);
  parent.postMessage({ kind: 'child_started', number } satisfies FromMain, [port1]);
  child.once('exit', (code) => {
    const how = `exit code ${code}`;
    parent.postMessage({ kind: 'child_exited', number, how } satisfies FromMain);
  });
  return child;
}

function serveChildren(parent: UtilityProcess): void {
  const children = new Map<number, UtilityProcess>();
  parent.on('message', (message: ToMain) => {
    const { kind, number } = message;
    if (kind === 'start_child') {
      const child = startChild(message, parent);
      children.set(number, child);
      child.once('exit', () => children.delete(number));
    } else if (kind === 'kill_child') {
      const child = children.get(number);
      if (child !== undefined) killUtility(child);
    }
  });
  parent.once('exit', () => {
    for (const child of children.values()) killUtility(child);
  });
}

export function forkUtility(file: URL, options: ForkOptions): UtilityProcess {
  const stdio: ForkOptions['stdio'] = ['ignore', 'ignore', 'inherit'];
  const child = utilityProcess.fork(fileURLToPath(file), [], { stdio, ...options });
  serveChildren(child);
  return child;
}
