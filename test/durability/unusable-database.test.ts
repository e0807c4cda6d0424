/** The built host with an unusable database: one message, exit code 1, no change to the file. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { startLife } from '#test/soak/host-life.ts';
import { databaseName, usedFolder } from '#test/support/used-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';

beforeAll(ensureBuild);

const cases: readonly (readonly [string, (file: string) => void, RegExp])[] = [
  [
    'is damaged',
    (file) => writeFileSync(file, readFileSync(file).fill(0xa5, 100, 8_192)),
    /^hookwright: The database .+ is damaged\./,
  ],
  [
    'is of an older build',
    (file) => {
      const db = new Database(file);
      db.pragma('user_version = 1');
      db.close();
    },
    /^hookwright: The data in .+ is of an older build\. .+ --data/,
  ],
];

for (const [what, spoil, sentence] of cases)
  it(`a database that ${what} is left unchanged, and the host reports it and exits`, async () => {
    const dataFolder = await usedFolder();
    const file = join(dataFolder, databaseName);
    spoil(file);
    const before = readFileSync(file);
    const lines: string[] = [];
    const life = startLife({ dataFolder, log: (line) => void lines.push(line) });
    const closed = once(life.process, 'close');
    expect(await life.ready).toBeNull();
    await closed;
    expect(life.process.exitCode).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(sentence);
    expect(readFileSync(file)).toEqual(before);
  });
