/** The processes that a shell started: its process group, on Windows its process tree. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Returns whether it still existed. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32')
    return spawnSync('taskkill', ['/pid', `${pid}`, '/t', '/f']).status === 0;
  return send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * Whether any of its processes runs; on Windows, false. On Linux, one that has ended stays a zombie until its parent reaps
 * it, which PID 1 of a container may never do.
 */
export function isGroupRunning(pid: number): boolean {
  if (process.platform === 'win32' || !send(pid, 0)) return false;
  if (process.platform !== 'linux') return true;
  const ids = processIds();
  if (ids === null) return true;
  return ids.some((name) => {
    const [state, , group] = statOf(name);
    return Number(group) === pid && state !== 'Z' && state !== 'X';
  });
}

/** Null if they are unknown. */
function processIds(): readonly string[] | null {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
}

/** State, parent and group, which follow the name in parentheses; none if it has ended. */
function statOf(pid: string): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
