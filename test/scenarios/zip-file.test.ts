import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openZip } from '#main/scenarios/zip-file.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it.each([0, 6] as const)('reads the entries of a zip with compression level %d', async (level) => {
  const path = join(temporaryFolder(), 'shop.zip');
  const files = {
    'shop/a.yaml': 'scenario: 1',
    'shop/empty.json': '',
    'shop/b.txt': 'b'.repeat(200_000),
  };
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  writeFileSync(path, zipSync(Object.fromEntries(packed), { level }));
  const zip = await openZip(path);
  for (const [name, text] of Object.entries(files))
    expect((await zip.bytes(name, 1_000_000)).toString()).toBe(text);
  await expect(zip.bytes('shop/b.txt', 1_000)).rejects.toThrow('larger');
  await zip.close();
});

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const lineLimits: Readonly<Record<string, string>> = {
  'an empty line': 'a\n\nb\n',
  'more than 1000000 lines': 'a\n'.repeat(1_000_001),
  'a line that is too long': `a\n${'b'.repeat(8 * 1024 ** 2 + 1)}`,
};

it.each(Object.entries(lineLimits))('refuses %s', async (problem, text) => {
  const path = join(temporaryFolder(), 'lines.zip');
  writeFileSync(path, zipSync({ lines: strToU8(text) }));
  const zip = await openZip(path);
  onTestFinished(zip.close);
  await expect(all(zip.lines('lines', 10_000_000))).rejects.toThrow(problem);
});

it('reads many lines at a time, each character once', async () => {
  const path = join(temporaryFolder(), 'lines.zip');
  const lines = [...Array.from({ length: 100_000 }, (_, at) => `é${at}`), 'x'.repeat(1024 ** 2)];
  writeFileSync(path, zipSync({ lines: strToU8(lines.join('\n')) }));
  const zip = await openZip(path);
  onTestFinished(zip.close);
  const split = vi.spyOn(String.prototype, 'split');
  const groups = await all(zip.lines('lines', 10_000_000));
  const read = split.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
  split.mockRestore();
  expect(groups.flat()).toEqual(lines);
  expect(groups.length).toBeLessThan(500);
  expect(read).toBe(lines.join('\n').length);
});

it('refuses a directory that would fill the memory', async () => {
  const path = join(temporaryFolder(), 'comments.zip');
  const file: [Uint8Array, object] = [strToU8(''), { comment: 'x'.repeat(65_000) }];
  const files = Array.from({ length: 70 }, (_, at) => [`${at}`, file] as const);
  writeFileSync(path, zipSync(Object.fromEntries(files)));
  await expect(openZip(path)).rejects.toThrow('directory is too large');
});
