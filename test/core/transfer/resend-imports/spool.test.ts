import { readdirSync, readlinkSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSpool } from '#core/transfer/resend-imports/spool.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Open files of this process. */
const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // The handle that read the folder is closed by now.
      return [];
    }
  });

it.skipIf(process.platform !== 'linux')(
  'the file is closed when its reader stops (skipped without /proc)',
  async () => {
    const spool = createSpool(temporaryFolder(), 'rim_1', createRecordedLog().log);
    const body = new Uint8Array(10);
    const read = { kind: 'entry', body, requests: [] } as const;
    await spool.add(Array.from({ length: 50_000 }, (_, number) => ({ number, read })));
    const isOpen = (): boolean => openFiles().some((file) => file.includes('rim_1.jsonl'));
    let taken = 0;
    for await (const { number } of spool.read()) {
      taken += 1;
      if (number === 10) {
        // Reading continues while requests wait for their rate.
        for (let turn = 0; turn < 100; turn += 1) await nextTurn();
        expect(isOpen()).toBe(true);
        break;
      }
    }
    expect(taken).toBe(11);
    await expect.poll(isOpen).toBe(false);
  },
);
