/** Lets one process at a time do some work: `npm start` and `npm test` may run together. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject, say } from './project.mjs';

const pollMs = 250;

/** @param {string} lock */
function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} lock */
function take(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  mkdirSync(inProject('out'), { recursive: true });
  const lock = inProject('out', `.${name}-lock`);
  for (let waited = 0; !take(lock); waited += 1) {
    const holderId = holderOf(lock);
    // Without a process ID, the lock is just being taken, or its holder was killed meanwhile.
    const abandoned = holderId === 0 ? waited > 8 : !isAlive(holderId);
    if (abandoned) rmSync(lock, { recursive: true, force: true });
    else if (waited === 4) say(`Waiting for process ${holderId} (${name}) …`);
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
