/** Folders of the system's temporary one that end with this process, unless they are removed before. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
  /** Leaves it when the process ends. */
  keep(): void;
}

const paths = new Set<string>();
const options = { recursive: true, force: true, maxRetries: 3 } as const;

function removeAll(): void {
  for (const path of paths) rmSync(path, options);
}

/** `purpose` is part of its name. */
export async function createTemporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `hookwright-${purpose}-`));
  paths.add(path);
  if (!process.listeners('exit').includes(removeAll)) process.on('exit', removeAll);
  return {
    path,
    remove: async () => {
      await rm(path, options);
      paths.delete(path);
    },
    keep: () => void paths.delete(path),
  };
}
