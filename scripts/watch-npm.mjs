/** Detects when the npm that runs this script has exited or was killed. */
import { execFileSync } from 'node:child_process';

const pollMs = 1_000;

/** npm runs scripts in a shell, which outlives it. @param {number} pid */
function parentOf(pid) {
  try {
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    // `ps` or the process does not exist.
    return 0;
  }
}

/** @param {number} pid */
function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/**
 * Does nothing without npm: the parent is then a shell, whose background jobs may outlive it.
 * @param {() => void} gone
 */
export function watchNpm(gone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = process.platform === 'win32' ? 0 : parentOf(parent);
  const watched = [parent, grandparent].filter((pid) => pid > 1);
  const timer = setInterval(() => {
    if (process.ppid !== parent || watched.some(isGone)) gone();
  }, pollMs);
  timer.unref();
}
