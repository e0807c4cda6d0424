import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { requestOfArguments, requestOfFile, requestOfLink } from '#desktop/open-requests.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('deep links', () => {
  test('name a delivery', () => {
    expect(requestOfLink('hookwright://delivery/12')).toEqual({ kind: 'delivery', id: 12 });
    expect(requestOfLink('hookwright://delivery/12/')).toEqual({ kind: 'delivery', id: 12 });
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
    'hookwright://app/#/send',
    'HOOKWRIGHT://delivery/12',
    'https://delivery/12',
    ' hookwright://delivery/12',
    'hookwright://delivery/12\n',
  ])('%j is ignored', (url) => {
    expect(requestOfLink(url)).toBeNull();
  });
});

describe('files', () => {
  const write = (name: string, folder = temporaryFolder()): string => {
    writeFileSync(join(folder, name), 'text');
    return join(folder, name);
  };

  test.each(['a.capsule', 'A.CAPSULE', 'a.har', 'a.yaml', 'a.yml', 'a.zip'])('%s opens', (name) => {
    expect(requestOfFile(write(name))).toMatchObject({ kind: 'file', name });
  });
  test('other types, folders and missing files are ignored', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.yaml'));
    expect(requestOfFile(write('a.sh'))).toBeNull();
    expect(requestOfFile(join(folder, 'folder.yaml'))).toBeNull();
    expect(requestOfFile(join(folder, 'missing.yaml'))).toBeNull();
  });
  test('are found among other arguments, relative to their folder', () => {
    const folder = temporaryFolder();
    write('b.har', folder);
    const args = ['--no-sandbox', '.', '--data=/tmp/a.yaml', 'b.har'];
    expect(requestOfArguments(args, folder)).toMatchObject({ name: 'b.har' });
    expect(requestOfArguments(['.', '--ingest-port', '0'], folder)).toBeNull();
    const url = pathToFileURL(join(folder, 'b.har')).href;
    expect(requestOfArguments([url], '/')).toMatchObject({ name: 'b.har' });
    expect(requestOfArguments(['file://other-machine/b.har', 'file:%'], folder)).toBeNull();
  });
});
