/** Unusable data folders: a code, a message, and no change (D3). */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requireUnused } from '#main/store/folder-lock.ts';
import { openDatabase } from '#main/store/open.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName, problemIn, usedFolder } from '#test/support/used-folder.ts';

const ignore = () => undefined;
const noLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Runs as an unprivileged user, even if the tests run as root. */
function asCommonUser(): void {
  if (process.getuid?.() !== 0) return;
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
}

describe('a data folder', () => {
  it.runIf(process.platform === 'linux')(
    'below /proc, which only Linux has, is an error and does not hang',
    () => {
      for (const path of ['/proc/foo', '/proc/foo/bar', '/sys/foo'])
        expect(() => openDatabase(path, noLog)).toThrow(
          expect.objectContaining({ code: 'data_folder_unusable' }),
        );
    },
  );

  it('is created if it does not exist, including parents', async () => {
    const dataFolder = join(temporaryFolder(), 'deep', 'down');
    await startCore({ dataFolder });
    expect(readdirSync(dataFolder)).toContain(databaseName);
  });

  it.skipIf(process.platform === 'win32')(
    'and all files in it have modes for the user only (Windows has no modes)',
    async () => {
      const before = process.umask(0o022);
      onTestFinished(() => void process.umask(before));
      const dataFolder = join(temporaryFolder(), 'new');
      await startCore({ dataFolder });
      const modes = ['.', ...readdirSync(dataFolder)].map(
        (name) => `${name} ${(statSync(join(dataFolder, name)).mode & 0o777).toString(8)}`,
      );
      expect(modes.sort()).toEqual([
        '. 700',
        'hookwright.lock 600',
        'hookwright.sqlite 600',
        'hookwright.sqlite-shm 600',
        'hookwright.sqlite-wal 600',
      ]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is made private if others can read its files (Windows has no modes)',
    async () => {
      const dataFolder = await usedFolder();
      const backup = `${databaseName}.before-10-1`;
      writeFileSync(join(dataFolder, backup), '');
      const { kill } = await runCoreProcess(dataFolder);
      // Leaves its log.
      await kill();
      for (const name of readdirSync(dataFolder)) chmodSync(join(dataFolder, name), 0o644);
      await startCore({ dataFolder });
      const names = readdirSync(dataFolder);
      expect(names).toEqual(expect.arrayContaining([backup, `${databaseName}-wal`]));
      for (const name of names)
        expect(statSync(join(dataFolder, name)).mode & 0o777, name).toBe(0o600);
    },
  );

  it.skipIf(process.getuid?.() !== 0)(
    'of another user, readable by others, is used with a warning (needs root)',
    async () => {
      const dataFolder = await usedFolder();
      chmodSync(dataFolder, 0o777);
      for (const name of readdirSync(dataFolder)) chmodSync(join(dataFolder, name), 0o666);
      asCommonUser();
      const { log } = await startCore({ dataFolder });
      expect(log.records.filter(({ level }) => level === 'warn')).not.toEqual([]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'may be a symbolic link, and so may its database (needs rights on Windows)',
    async () => {
      const [real, elsewhere] = [await usedFolder(), temporaryFolder()];
      const file = join(elsewhere, databaseName);
      renameSync(join(real, databaseName), file);
      symlinkSync(file, join(real, databaseName));
      const link = join(temporaryFolder(), 'link');
      symlinkSync(real, link);
      const { core } = await startCore({ dataFolder: link });
      expect(core.ledger.get().accepted).toBe(50);
      await connect(core);
      expect((await send(core, track())).message.outcome).toBe('routed');
      // Another folder with the same database has the same data.
      const other = temporaryFolder();
      symlinkSync(file, join(other, databaseName));
      expect(await problemIn(other)).toMatchObject({ code: 'data_folder_in_use' });
    },
  );

  it('stays locked when its own process asks whether it is used', async () => {
    const { dataFolder } = await startCore();
    expect(() => requireUnused(dataFolder)).toThrow(
      expect.objectContaining({ code: 'data_folder_in_use' }),
    );
    const { reported } = await runCoreProcess(dataFolder);
    expect(reported).toMatchObject({ kind: 'problem', code: 'data_folder_in_use' });
  });

  it('is used by one process only: a second one is rejected, and the first continues', async () => {
    const { core, dataFolder } = await startCore();
    const { reported } = await runCoreProcess(dataFolder);
    expect(reported).toMatchObject({
      kind: 'problem',
      code: 'data_folder_in_use',
      message: expect.stringMatching(
        /^Another Hookwright is using the data folder .+ Stop it first/,
      ),
    });
    expect(await problemIn(dataFolder)).toMatchObject({ code: 'data_folder_in_use' });
    await connect(core);
    expect((await send(core, track())).message.outcome).toBe('routed');
  });

  it('is unlocked after its process was killed', async () => {
    const dataFolder = temporaryFolder();
    const { kill } = await runCoreProcess(dataFolder);
    await kill();
    await startCore({ dataFolder });
  });

  it('cannot be a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'mine');
    for (const path of [file, join(file, 'below')])
      expect(await problemIn(path)).toMatchObject({
        code: 'data_folder_unusable',
        message: expect.stringMatching(/is a file.*choose another/),
      });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('cannot be used if it is read-only', async () => {
    const dataFolder = temporaryFolder();
    chmodSync(dataFolder, 0o555);
    asCommonUser();
    expect(await problemIn(dataFolder)).toMatchObject({ code: 'data_folder_unusable' });
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  it('cannot be used if its database is read-only, which is left unchanged', async () => {
    const dataFolder = await usedFolder();
    const file = join(dataFolder, databaseName);
    const before = readFileSync(file);
    chmodSync(file, 0o444);
    chmodSync(join(dataFolder, 'hookwright.lock'), 0o666);
    chmodSync(dataFolder, 0o777);
    asCommonUser();
    expect(await problemIn(dataFolder)).toMatchObject({ code: 'data_folder_unusable' });
    expect(readFileSync(file)).toEqual(before);
  });

  it('cannot be used if its database is a folder', async () => {
    const dataFolder = temporaryFolder();
    mkdirSync(join(dataFolder, databaseName));
    expect(await problemIn(dataFolder)).toMatchObject({ code: 'data_folder_unusable' });
  });
});
