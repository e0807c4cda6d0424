/**
 * `npm run soak -- limit [megabytes] [messages]`: ingests and delivers at full rate under a storage
 * limit, and measures the database with its log throughout (D49).
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlimitedRetention } from '#shared/settings/retention.ts';
import { headers, source, trackBodies } from '../bench/events.ts';
import { load } from '../bench/load.ts';
import { startReceiver } from '../bench/receiver.ts';
import { storedRows } from '../support/stored-rows.ts';
import { ledgerOf, startLife } from './host-life.ts';

const lookEveryMs = 50;
const requestsAtOnce = 50_000;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Returns whether all checks passed. */
export async function limitRun(
  megabytes: number,
  messages: number,
  say: (line: string) => void,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-soak-'));
  const dataFolder = join(folder, 'data');
  const configuration = join(folder, 'configuration.json');
  const maxBytes = megabytes * 1_000_000;
  const receiver = await startReceiver();
  writeFileSync(
    configuration,
    JSON.stringify({
      settings: { retention: { ...unlimitedRetention, maxBytes } },
      sources: [source],
      destinations: [
        { name: 'Hooks', webhookUrl: receiver.url, sharedSecret: 's3cret', sources: [source.name] },
      ],
    }),
  );
  const life = startLife({ dataFolder, configuration });
  const ready = await life.ready;
  if (ready === null) throw new Error('The host did not start.');
  const database = join(dataFolder, 'hookwright.sqlite');
  let largest = 0;
  let largestLog = 0;
  const watch = setInterval(() => {
    const logBytes = sizeOf(`${database}-wal`);
    largestLog = Math.max(largestLog, logBytes);
    largest = Math.max(largest, sizeOf(database) + logBytes);
  }, lookEveryMs);
  const port = Number(new URL(ready.ingest).port);
  const body = trackBodies();
  for (let sent = 0; sent < messages; sent += requestsAtOnce) {
    const requests = Math.min(requestsAtOnce, messages - sent);
    const { perSecond } = await load({
      ...{ port, path: '/v1/track', headers, connections: 50, requests },
      body: (n) => body(sent + n),
    });
    say(
      `${sent + requests} messages, ${Math.round(perSecond)} per second, at most ${Math.ceil(largest / 1_000_000)} MB`,
    );
  }
  const ledger = await ledgerOf(
    ready,
    ({ delivered, deleted }) => delivered + deleted === messages,
  );
  clearInterval(watch);
  const code = await life.stop();
  await receiver.close();
  const rows = storedRows(dataFolder);
  const checks: Readonly<Record<string, boolean>> = {
    [`the database with its log stayed below ${megabytes} MB: ${Math.ceil(largest / 1_000_000)} MB, ${Math.ceil(largestLog / 1_000_000)} MB of it log`]:
      largest < maxBytes,
    [`the limit was reached: ${ledger.deleted} of ${messages} deleted`]: ledger.deleted > 0,
    'the ledger balances': ledger.balanced && ledger.accepted === messages,
    'the ledger agrees with the rows': JSON.stringify(rows.counted) === JSON.stringify(rows.kept),
    'nothing refers to what was deleted': Object.values(rows.orphans).every((count) => count === 0),
    'the file is whole': rows.integrity === 'ok',
    'the stop was clean': code === 0,
  };
  for (const [what, holds] of Object.entries(checks)) say(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  const passed = Object.values(checks).every((holds) => holds);
  if (passed) rmSync(folder, { recursive: true, force: true });
  else say(`The data is kept in ${folder}`);
  return passed;
}
