/** A killed replacement of users changes nothing, and can be started again. */

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { UserQuery } from '#shared/audiences/computation.ts';
import { makeAudience } from '#test/support/audiences.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName } from '#test/support/used-folder.ts';

it('a killed replacement keeps the previous users and adds none', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  const { id } = await makeAudience(first.core);
  await first.core.audiences.members.add({ id, userIds: ['a', 'b'] });
  await first.stop();

  const killed = await runCoreProcess(dataFolder);
  await killed.replaceUsers(id, 'b\nc\n');
  await killed.kill();

  const { core, stop } = await openCore({ dataFolder });
  const users = () =>
    core.audiences.members.list(UserQuery.parse({ id })).items.map(({ userId }) => userId);
  expect(users()).toEqual(['a', 'b']);
  expect(core.audiences.get({ id }).userCount).toBe(2);
  const target = { kind: 'audience', id } as const;
  const again = await core.imports.create({ target, format: 'csv', mode: 'replace' });
  await core.imports.append({ id: again.id, text: 'b\nc\n', last: true });
  expect(users()).toEqual(['b', 'c']);
  expect(core.audiences.get({ id }).userCount).toBe(2);
  await stop();
  const db = new Database(join(dataFolder, databaseName), { readonly: true });
  expect(db.prepare('SELECT COUNT(*) FROM staged_members').pluck().get()).toBe(0);
  db.close();
});
