/** Plants files in a copy of the project's layout and runs the project's linter on them. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

export interface Diagnostic {
  readonly severity: string;
  readonly message: string;
  readonly category: string;
}

/** The linter's messages by file path. */
export function lintPlanted(
  files: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const folder = makeFolder();
  try {
    for (const name of ['biome.json', '.gitignore'])
      copyFileSync(join(root, name), join(folder, name));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { stdout } = spawnSync(
      process.execPath,
      [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
      { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly (Diagnostic & { readonly location: { readonly path: string } })[];
    };
    return new Map(
      Object.keys(files).map((path) => [
        path,
        diagnostics.filter(({ location }) => location.path === path),
      ]),
    );
  } finally {
    removeFolder(folder);
  }
}
