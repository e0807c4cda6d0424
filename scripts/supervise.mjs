/** Runs the host as a child process that gets our signals and exits with us. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectFolder } from './project.mjs';
import { watchNpm } from './watch-npm.mjs';

/** One Ctrl+C arrives several times: from the terminal and, forwarded, from npm. */
const sameKeypressMs = 800;

/**
 * @typedef {object} Outcome
 * @property {number} code
 * @property {boolean} ready Whether the child reported that it is ready.
 */

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [cwd] Working directory.
 * @returns {Promise<Outcome>}
 */
export function supervise(program, args, env, cwd = projectFolder) {
  return new Promise((resolve) => {
    // The child stops when the channel closes, even if this process is killed.
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    let ready = false;
    /** @type {number | undefined} */
    let askedAt;
    /** @param {NodeJS.Signals} [signal] */
    const ask = (signal) => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        if (child.connected) child.send(signal ?? 'stop', () => undefined);
        else child.kill();
      } else if (performance.now() - askedAt > sameKeypressMs) child.kill('SIGKILL');
    };
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, ask);
    watchNpm(() => {
      if (askedAt === undefined) ask();
    });
    child.on('message', (message) => {
      if (message === 'ready') ready = true;
    });
    child.on('error', () => resolve({ code: 127, ready }));
    child.on('exit', (code, signal) => {
      // As shells do.
      const killed = signal === null ? 1 : 128 + constants.signals[signal];
      resolve({ code: code ?? killed, ready: ready || askedAt !== undefined });
    });
  });
}
