import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openZip } from '#core/scenarios/zip-file.ts';
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
