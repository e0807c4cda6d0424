import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openedIn, requestOf, withoutOpened } from '#main/hosts/desktop/open-requests.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('deep links', () => {
  test('name a delivery', () => {
    expect(requestOf('hookwright://delivery/12')).toEqual({ kind: 'delivery', id: 12 });
    expect(requestOf('hookwright://delivery/12/')).toEqual({ kind: 'delivery', id: 12 });
  });
  test.each([
    'hookwright://delivery/',
    'hookwright://delivery/0',
    'hookwright://delivery/-1',
    'hookwright://delivery/1e3',
    'hookwright://delivery/9999999999999999',
    'hookwright://delivery/12/retry',
    'hookwright://delivery/12?retry=1',
    'hookwright://delivery/12#x',
    'hookwright://delivery/%31',
    'hookwright://user@delivery/12',
    'hookwright://app/#/connections',
    'HOOKWRIGHT://delivery/12',
    'https://delivery/12',
    ' hookwright://delivery/12',
    'hookwright://delivery/12\n',
  ])('%j is ignored', (url) => {
    expect(requestOf(url)).toBeNull();
  });
});

describe('files', () => {
  const write = (name: string, folder = temporaryFolder()): string => {
    writeFileSync(join(folder, name), 'text');
    return join(folder, name);
  };

  test.each(['a.hookwright-run', 'A.HOOKWRIGHT-RUN', 'a.yaml', 'a.yml', 'a.zip'])(
    '%s opens',
    (name) => {
      expect(requestOf(write(name))).toMatchObject({ kind: 'file', name });
    },
  );
  test('other types, folders and missing files are ignored', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.yaml'));
    expect(requestOf(write('a.sh'))).toBeNull();
    expect(requestOf(write('a.har'))).toBeNull();
    expect(requestOf(join(folder, 'folder.yaml'))).toBeNull();
    expect(requestOf(join(folder, 'missing.yaml'))).toBeNull();
  });
  test('are found among other arguments, relative to their folder', () => {
    const folder = temporaryFolder();
    write('b.yaml', folder);
    const args = ['--no-sandbox', '.', '--data=/tmp/a.yaml', 'b.yaml'];
    const file = join(folder, 'b.yaml');
    expect(openedIn(args, folder)).toBe(file);
    expect(requestOf(file)).toMatchObject({ name: 'b.yaml' });
    expect(openedIn(['.', '--ingest-port', '0'], folder)).toBeNull();
    expect(openedIn([pathToFileURL(file).href], '/')).toBe(file);
    expect(openedIn(['file://other-machine/b.yaml', 'file:%'], folder)).toBeNull();
  });
  test('are not among the arguments of the next start', () => {
    const folder = temporaryFolder();
    write('b.yaml', folder);
    const url = pathToFileURL(join(folder, 'b.yaml')).href;
    const other = ['.', '--data', folder, '--ingest-port=0', folder];
    const args = [...other, 'hookwright://delivery/1', 'b.yaml', url];
    expect(withoutOpened(args, folder)).toEqual(other);
  });
});
