/** One instance per user data folder; later ones notify the first. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
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

interface SecondInstance {
  readonly argv: readonly string[];
  readonly folder: string;
}

export function takeInstanceLock(
  folder: string,
  onSecond: (second: SecondInstance) => void,
): boolean {
  const notes = join(folder, 'stand-in-notes');
  const file = join(folder, 'stand-in-lock');
  mkdirSync(notes, { recursive: true });
  if (holder(file) !== null) {
    const note: SecondInstance = { argv: process.argv, folder: process.cwd() };
    const file = join(folder, `stand-in-note-${process.pid}`);
    writeFileSync(file, JSON.stringify(note));
    renameSync(file, join(notes, String(process.pid)));
    return false;
  }
  writeFileSync(file, String(process.pid));
  watch(notes, { persistent: false }, (kind, name) => {
    // The folder itself is deleted with the app's data.
    if (kind !== 'rename' || name === null || !existsSync(join(notes, name))) return;
    onSecond(JSON.parse(readFileSync(join(notes, name), 'utf8')) as SecondInstance);
  });
  process.on('exit', () => rmSync(file, { force: true }));
  return true;
}
