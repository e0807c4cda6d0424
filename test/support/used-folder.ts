/** Data folders with content, their size, and the error of starting in one. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createCore } from '#main/app.ts';
import { StartupProblem } from '#main/kit/ports.ts';
import { connect } from './builders.ts';
import { coreOptions } from './core-options.ts';
import { send, track } from './ingest-client.ts';
import { createRecordedLog } from './recorded-log.ts';
import { openCore } from './start-core.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const databaseName = 'hookwright.sqlite';

/** Size of the database with what its log adds, whether or not that is written back. */
export function databaseBytes(dataFolder: string): number {
  const db = new Database(join(dataFolder, databaseName), { readonly: true });
  try {
    const value = (name: string) => Number(db.pragma(name, { simple: true }));
    return value('page_count') * value('page_size');
  } finally {
    db.close();
  }
}

export async function problemIn(dataFolder: string): Promise<StartupProblem> {
  const { log } = createRecordedLog();
  const error = await createCore({ ...coreOptions(dataFolder), log }).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof StartupProblem))
    throw new Error('No problem was reported.', { cause: error });
  return error;
}

/** A folder that a core has worked in, with some rows. */
export async function usedFolder(): Promise<string> {
  const dataFolder = temporaryFolder();
  const { core, stop } = await openCore({ dataFolder });
  await connect(core);
  for (let count = 0; count < 50; count += 1)
    await send(core, track({ properties: { text: 'x'.repeat(500) } }));
  await stop();
  return dataFolder;
}
