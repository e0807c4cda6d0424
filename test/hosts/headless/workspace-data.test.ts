/** Data of workspaces that were moved or deleted, in real folders (D59). */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { dataFolderOf } from '#main/hosts/headless/data-folder.ts';
import { createWorkspaceData, takeData } from '#main/hosts/headless/workspace-data.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { createWorkspace, open } from './support/workspace-host.ts';

beforeAll(ensureBuild);

function user() {
  const home = temporaryFolder();
  const userFolder = join(home, 'user');
  const pathOf = (name: string): string => join(home, name);
  const dataOf = (name: string): string =>
    dataFolderOf(undefined, { folder: pathOf(name) }, userFolder).path;
  const openIn = (name: string, configuration = 'same') =>
    createWorkspaceData(userFolder, { folder: pathOf(name), configuration });
  return {
    ...{ userFolder, pathOf, dataOf, openIn },
    /** A workspace that was open once, with its data. */
    used(name: string, configuration = 'same'): void {
      mkdirSync(pathOf(name));
      mkdirSync(dataOf(name), { recursive: true });
      writeFileSync(join(dataOf(name), 'data'), name);
      openIn(name, configuration).remember();
    },
    moved(name: string): void {
      rmSync(pathOf(name), { recursive: true });
    },
    /** As on a drive that fails. */
    unreadable(name: string): void {
      rmSync(pathOf(name), { recursive: true });
      symlinkSync(pathOf(name), pathOf(name));
    },
    dataIn: (name: string): string => readFileSync(join(dataOf(name), 'data'), 'utf8'),
    take: (name: string, from?: string): void =>
      takeData({ folder: pathOf(name), configuration: 'same', userFolder }, from && pathOf(from)),
  };
}

it('offers the data of the one moved workspace with the same configuration file', () => {
  const { used, moved, openIn, pathOf, dataOf, dataIn, take } = user();
  used('old');
  used('other', 'another');
  moved('other');
  expect(openIn('new').offer()).toBeNull();
  moved('old');
  const data = openIn('new');
  expect(data.offer()).toEqual({ folder: pathOf('old'), isChosen: false });
  mkdirSync(dataOf('new'), { recursive: true });
  data.remember();
  // Not silently.
  take('new');
  expect(existsSync(dataOf('old'))).toBe(true);
  expect(openIn('new').offer()).toBeNull();
  data.useOffered();
  expect(data.offer()).toMatchObject({ isChosen: true });
  take('new');
  expect(dataIn('new')).toBe('old');
  expect(existsSync(dataOf('old'))).toBe(false);
});

it('offers nothing if several were moved', () => {
  const { used, moved, openIn } = user();
  for (const name of ['one', 'two']) {
    used(name);
    moved(name);
  }
  expect(openIn('new').offer()).toBeNull();
});

it.each<[string, (setup: ReturnType<typeof user>) => void]>([
  ['without data', () => undefined],
  ['that still exists', ({ used }) => used('old')],
  [
    "that can't be read now",
    ({ used, unreadable }) => {
      used('old');
      unreadable('old');
    },
  ],
  [
    'for a workspace with data of its own',
    ({ used, moved }) => {
      used('old');
      moved('old');
      used('new');
    },
  ],
])('does not use the data of a workspace %s', (_what, prepare) => {
  const setup = user();
  prepare(setup);
  expect(() => setup.take('new', 'old')).toThrow(
    expect.objectContaining({ code: 'data_not_usable' }),
  );
});

it('lists and deletes data of workspaces that are gone, unless it is in use', () => {
  const { used, moved, unreadable, openIn, pathOf, dataOf } = user();
  for (const name of ['here', 'gone', 'unreadable']) used(name);
  moved('gone');
  unreadable('unreadable');
  const data = openIn('here');
  const [found, another] = data.gone();
  expect(found).toMatchObject({ folder: pathOf('gone'), bytes: expect.any(Number) });
  expect(another).toBeUndefined();
  for (const id of ['..', 'unknown', ''])
    expect(() => data.remove(id)).toThrow(expect.objectContaining({ code: 'not_found' }));
  const lock = new Database(join(dataOf('gone'), 'hookwright.lock'));
  onTestFinished(() => void lock.close());
  lock.exec('BEGIN EXCLUSIVE');
  const id = found?.id ?? '';
  expect(() => data.remove(id)).toThrow(expect.objectContaining({ code: 'conflict' }));
  lock.exec('ROLLBACK');
  data.remove(id);
  expect(existsSync(dataOf('gone'))).toBe(false);
  expect(existsSync(dataOf('here'))).toBe(true);
});

it('does not list the data in use, though its workspace was moved meanwhile', () => {
  const { used, moved, openIn, dataOf } = user();
  used('here');
  const data = openIn('here');
  const id = basename(dataOf('here'));
  moved('here');
  expect(data.gone()).toEqual([]);
  expect(() => data.remove(id)).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(existsSync(dataOf('here'))).toBe(true);
});

it('a host uses the data of a moved workspace with --data-of, or once it was chosen', async () => {
  const home = temporaryFolder();
  const configuration = { sources: [{ name: 'Shop' }] };
  const [first, second, third] = ['first', 'second', 'third'].map((name) => join(home, name));
  renameSync(createWorkspace(configuration), String(first));
  const before = await open(String(first), home, '--trust');
  await before.call('POST', '/sources', { name: 'Entered' });
  await before.stop();
  renameSync(String(first), String(second));
  const moved = await open(String(second), home, '--data-of', String(first));
  expect(await moved.call('GET', '/sources')).toMatchObject([
    { name: 'Entered' },
    { name: 'Shop' },
  ]);
  await moved.stop();
  renameSync(String(second), String(third));
  const again = await open(String(third), home);
  expect(await again.call('GET', '/data-folders')).toMatchObject([{ folder: second }]);
  expect(await again.call('GET', '/system')).toMatchObject({ dataOffer: { folder: second } });
  expect(await again.call('POST', '/workspace/choose-offered-data')).toMatchObject({
    dataOffer: { isChosen: true },
  });
  await again.stop();
  const chosen = await open(String(third), home);
  expect(await chosen.call('GET', '/sources')).toHaveLength(2);
  expect(await chosen.call('GET', '/system')).toMatchObject({ dataOffer: null });
});
