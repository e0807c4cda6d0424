/** One instance per user data folder; later ones notify the first. */
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function holder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

export function takeInstanceLock(folder: string, onSecond: () => void): boolean {
  const notes = join(folder, 'stand-in-notes');
  const file = join(folder, 'stand-in-lock');
  mkdirSync(notes, { recursive: true });
  if (holder(file) !== null) {
    writeFileSync(join(notes, String(process.pid)), '');
    return false;
  }
  writeFileSync(file, String(process.pid));
  watch(notes, { persistent: false }, (kind) => {
    if (kind === 'rename') onSecond();
  });
  process.on('exit', () => rmSync(file, { force: true }));
  return true;
}
