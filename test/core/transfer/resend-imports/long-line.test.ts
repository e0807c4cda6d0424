/** A line longer than any request is rejected in linear time. */
import { expect, it } from 'vitest';
import { NewImport } from '#shared/schemas/user-import.ts';
import { makeAudience } from '#test/support/audiences.ts';
import { startCore } from '#test/support/start-core.ts';
import { linesTo, read } from './imported.ts';

const longLine = `{"text":"${'x'.repeat(40_000_000)}"}`;

it('of requests is rejected with a code, and later lines are read', async () => {
  const { core } = await startCore();
  const reported = await read(core, `${longLine}\n${linesTo('http://127.0.0.1:9/', ['{}'])}`);
  expect(reported.badEntryCount).toBe(1);
  expect(reported.badEntries).toMatchObject([{ line: 1, problem: { code: 'line_too_long' } }]);
  expect(reported.requests).toBe(1);
});

it('of users is rejected with a code, and later lines are read', async () => {
  const { core } = await startCore();
  const { id } = await makeAudience(core);
  for (const format of ['csv', 'jsonl'] as const) {
    const target = { kind: 'audience', id } as const;
    const { id: importId } = await core.imports.create(NewImport.parse({ target, format }));
    const text = `${longLine}\n"u1"\n`;
    for (let at = 0; at < text.length; at += 16_384)
      await core.imports.append({ id: importId, text: text.slice(at, at + 16_384), last: false });
    const reported = await core.imports.append({ id: importId, text: '', last: true });
    expect(reported.badLines).toMatchObject([{ line: 1, problem: { code: 'line_too_long' } }]);
    expect(reported.lines).toBe(2);
  }
});
