import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { UserQuery } from '#shared/audiences/computation.ts';
import { type ImportProgress, NewImport } from '#shared/audiences/user-import.ts';
import { makeAudience, makeTrait } from '#test/support/audiences.ts';
import { connect } from '#test/support/builders.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

/** Imports a text in chunks of this length. */
async function importText(
  core: Core,
  target: NewImport['target'],
  text: string,
  more: object = {},
  pieceLength = text.length,
): Promise<ImportProgress> {
  const started = await core.imports.create(NewImport.parse({ target, format: 'csv', ...more }));
  for (let at = 0; at < text.length; at += pieceLength)
    await core.imports.append({
      id: started.id,
      text: text.slice(at, at + pieceLength),
      last: false,
    });
  return core.imports.append({ id: started.id, text: '', last: true });
}

const usersOf = (core: Core, id: string): readonly string[] =>
  core.audiences.members.list(UserQuery.parse({ id })).items.map(({ userId }) => userId);

async function audienceTarget() {
  const { core, followed } = await startCore();
  const { id } = await makeAudience(core);
  return { core, followed, id, target: { kind: 'audience', id } as const };
}

describe('an import', () => {
  it('reads IDs one per line, with any line ends and in any chunks', async () => {
    const { core, id, target } = await audienceTarget();
    const text = '\uFEFFu1\r\nu2\n\n"u,3"\n  u4  \n"u""5"';
    for (const pieceLength of [1, 2, 3, 7, 100]) {
      await core.audiences.members.replace({ id, userIds: [] });
      expect(await importText(core, target, text, {}, pieceLength)).toMatchObject({
        state: 'done',
        lines: 6,
        added: 5,
        badLineCount: 0,
      });
      expect(usersOf(core, id)).toEqual(['u"5', 'u,3', 'u1', 'u2', 'u4']);
    }
  });

  it('finds the column named in the first line', async () => {
    const { core, id, target } = await audienceTarget();
    await importText(core, target, 'Email,User ID,Plan\na@b.c,u1,pro\nd@e.f,u2,\n');
    expect(usersOf(core, id)).toEqual(['u1', 'u2']);
    // Empty lines are skipped, also before it.
    await importText(core, target, '\uFEFF\n\nEmail,userId\na@b.c,u3\n', { mode: 'replace' });
    expect(usersOf(core, id)).toEqual(['u3']);
  });

  it('reads quoted fields over several lines, in any chunks', async () => {
    const { core, id, target } = await audienceTarget();
    const text = 'note,userId\n"one\r\n\n""two"", three",u1\n"",u2\n"x\ny",\n"a\nb","u\n3"';
    for (const pieceLength of [1, 5, 100]) {
      await core.audiences.members.replace({ id, userIds: [] });
      expect(await importText(core, target, text, {}, pieceLength)).toMatchObject({
        lines: 10,
        added: 3,
        badLines: [{ line: 6, problem: { code: 'user_id_missing' } }],
      });
      expect(usersOf(core, id)).toEqual(['u\n3', 'u1', 'u2']);
    }
  });

  it.each([
    ['the file ends', '"open\nu1\nu2', 2],
    ['a field begins with another', '"open\nu1\n"u2"\n', 2],
    ['a hundred lines have none', `"open\n${'u1\n'.repeat(100)}u2"\n`, 2],
    ['the record is too long', `"open\nu1\n${'x'.repeat(500)}\nu2,${'y'.repeat(65_100)}"\n`, 3],
  ])('treats an unclosed quote as one bad line where %s', async (_, text, added) => {
    const { core, target } = await audienceTarget();
    expect(await importText(core, target, text)).toMatchObject({
      added,
      badLines: [{ line: 1, problem: { code: 'quote_not_closed' } }],
    });
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('accepts %s between columns if the first line has it', async (_, separator) => {
    const { core, id, target } = await audienceTarget();
    const lines = [
      ['Email', 'User ID'],
      ['a@b.c', 'u1'],
      ['d,e', `"u${separator}2"`],
    ];
    await importText(core, target, lines.map((fields) => fields.join(separator)).join('\n'));
    expect(usersOf(core, id)).toEqual(['u1', `u${separator}2`].toSorted());
  });

  it('reads JSON lines: IDs, numbers and objects', async () => {
    const { core, id, target } = await audienceTarget();
    const text = '"u1"\n42\n{"userId":"u2"}\n{"user_id":"u3","x":1}\n';
    await importText(core, target, text, { format: 'jsonl' });
    expect(usersOf(core, id)).toEqual(['42', 'u1', 'u2', 'u3']);
  });

  it('keeps every digit of a number: a rounded ID would be a different user', async () => {
    const { core, id, target } = await audienceTarget();
    const text =
      '9007199254740993\n{"userId":12345678901234567890}\n1e400\n9007199254740991\n"9007199254740993"\n';
    const { badLines } = await importText(core, target, text, { format: 'jsonl' });
    expect(badLines).toEqual([]);
    expect(usersOf(core, id)).toEqual([
      '12345678901234567890',
      '1e400',
      '9007199254740991',
      '9007199254740993',
    ]);
  });

  it('skips bad lines, reports each by number, and only the first hundred', async () => {
    const { core, id, target } = await audienceTarget();
    const jsonl = `"u1"\n{"userId":\n{}\n${'[['.repeat(600)}\n"${'x'.repeat(501)}"\n"u2"\n`;
    const reported = await importText(core, target, jsonl, { format: 'jsonl' });
    expect(reported).toMatchObject({ lines: 6, added: 2, badLineCount: 4 });
    expect(reported.badLines).toMatchObject([
      { line: 2, problem: { code: 'not_json' } },
      { line: 3, problem: { code: 'user_id_missing' } },
      { line: 4, problem: { code: 'nested_too_deep', params: { max: 500 } } },
      { line: 5, problem: { code: 'user_id_too_long', params: { max: 500 } } },
    ]);
    const many = await importText(core, target, `u3\n${'"open\n'.repeat(150)}u4\n`);
    expect(many).toMatchObject({ lines: 152, added: 2, badLineCount: 150 });
    expect(many.badLines).toHaveLength(100);
    expect(many.badLines[0]?.line).toBe(2);
    expect(usersOf(core, id)).toEqual(['u1', 'u2', 'u3', 'u4']);
  });

  it('treats an endless line as bad without keeping it in memory', async () => {
    const { core, target } = await audienceTarget();
    const reported = await importText(core, target, `${'x'.repeat(300_000)}\nu1\n`, {}, 50_000);
    expect(reported).toMatchObject({
      added: 1,
      badLines: [{ line: 1, problem: { code: 'line_too_long', params: { max: 65_536 } } }],
    });
  });

  it('removes and replaces: missing users are removed at the end', async () => {
    const { core, id, target } = await audienceTarget();
    await core.audiences.members.add({ id, userIds: ['a', 'b', 'c', 'd'] });
    expect(await importText(core, target, 'a\nx\n', { mode: 'remove' })).toMatchObject({
      removed: 1,
      unchanged: 1,
    });
    const started = await core.imports.create(
      NewImport.parse({ target, format: 'csv', mode: 'replace' }),
    );
    await core.imports.append({ id: started.id, text: 'c\ne\n', last: false });
    expect(usersOf(core, id)).toEqual(['b', 'c', 'd']);
    expect(await core.imports.append({ id: started.id, text: '', last: true })).toMatchObject({
      added: 1,
      unchanged: 1,
      removed: 2,
    });
    expect(usersOf(core, id)).toEqual(['c', 'e']);
  });

  it('removes no users when it replaces and no line is valid', async () => {
    const { core, id, target } = await audienceTarget();
    await core.audiences.members.add({ id, userIds: ['a', 'b'] });
    const replace = { mode: 'replace', format: 'jsonl' };
    expect(await importText(core, target, 'user_id\na\nc\n', replace)).toMatchObject({
      removed: 0,
      badLineCount: 3,
    });
    expect(usersOf(core, id)).toEqual(['a', 'b']);
    expect(await importText(core, target, '\n', replace)).toMatchObject({ removed: 2 });
  });

  it.each([
    ['lines', '{\n'.repeat(20_000), 'jsonl'],
    ['characters', `${';'.repeat(60_000)}\n`.repeat(16), 'csv'],
  ])('lets other work run in between, however many %s a chunk has', async (_, text, format) => {
    const { core, target } = await audienceTarget();
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await importText(core, target, text, { format });
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it('makes no stack for each of many invalid lines', async () => {
    const { core, target } = await audienceTarget();
    const { stackTraceLimit } = Error;
    const limits: number[] = [];
    const { parse } = JSON;
    JSON.parse = (text: string) => {
      if (text.startsWith('{}}')) limits.push(Error.stackTraceLimit);
      return parse(text);
    };
    await importText(core, target, '{}}\n'.repeat(10), { format: 'jsonl' }).finally(() => {
      JSON.parse = parse;
    });
    expect(new Set(limits)).toEqual(new Set([0]));
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  it.each([
    ['separators', ';'.repeat(1_000_000)],
    ['quotes', ',""'.repeat(300_000)],
    ['quotes that stay open', 'x"y,"a\n'.repeat(2_000)],
  ])(
    'divides no line that is too long, and no line again for each before it: %s',
    async (_, text) => {
      const { core, target } = await audienceTarget();
      const originals = { indexOf: String.prototype.indexOf, split: String.prototype.split };
      let searches = 0;
      const counted = (original: CallableFunction) =>
        function count(this: string, ...args: readonly unknown[]): unknown {
          searches += 1;
          return Reflect.apply(original, this, args);
        };
      Object.assign(String.prototype, {
        indexOf: counted(originals.indexOf),
        split: counted(originals.split),
      });
      const imported = await importText(core, target, text).finally(() => {
        Object.assign(String.prototype, originals);
      });
      expect(imported).toMatchObject({ added: 0, state: 'done' });
      expect(searches).toBeLessThan(50_000);
    },
  );

  it('is stopped by a replacement that started later', async () => {
    const { core, id, target } = await audienceTarget();
    const replace = NewImport.parse({ target, format: 'csv', mode: 'replace' });
    const started = await core.imports.create(replace);
    await core.imports.append({ id: started.id, text: 'a\n', last: false });
    await core.audiences.members.replace({ id, userIds: ['b'] });
    await expect(core.imports.append({ id: started.id, text: 'c\n', last: true })).rejects.toThrow(
      'newer replacement',
    );
    expect(usersOf(core, id)).toEqual(['b']);
  });

  it('replaces no users when it is cancelled', async () => {
    const { core, id, target } = await audienceTarget();
    await core.audiences.members.add({ id, userIds: ['a'] });
    const started = await core.imports.create(
      NewImport.parse({ target, format: 'csv', mode: 'replace' }),
    );
    await core.imports.append({ id: started.id, text: 'b\n', last: false });
    await core.imports.cancel({ id: started.id });
    await expect(core.imports.append({ id: started.id, text: '', last: true })).rejects.toThrow(
      'Import not found',
    );
    expect(usersOf(core, id)).toEqual(['a']);
  });

  it('replaces no users when it is cancelled during its last chunk', async () => {
    const { core, id, target } = await audienceTarget();
    await core.audiences.members.add({ id, userIds: ['a'] });
    const started = await core.imports.create(
      NewImport.parse({ target, format: 'csv', mode: 'replace' }),
    );
    const text = Array.from({ length: 50_000 }, (_, index) => `u${index}`).join('\n');
    const taken = core.imports.append({ id: started.id, text, last: true });
    const ended = expect(taken).rejects.toThrow('Import not found');
    await new Promise(setImmediate);
    await core.imports.cancel({ id: started.id });
    await ended;
    expect(usersOf(core, id)).toEqual(['a']);
  });

  it('ends with its audience', async () => {
    const { core, id, target } = await audienceTarget();
    const started = await core.imports.create(NewImport.parse({ target, format: 'csv' }));
    await core.audiences.remove({ id });
    await expect(core.imports.append({ id: started.id, text: 'a\n', last: false })).rejects.toThrow(
      'Audience not found',
    );
    await expect(core.imports.append({ id: started.id, text: 'b\n', last: false })).rejects.toThrow(
      'Import not found',
    );
  });
});

describe('an import of values', () => {
  it('reads them from CSV, as JSON if valid, otherwise as text', async () => {
    const { core } = await startCore();
    const { id } = await makeTrait(core);
    const text = 'user_id,value\na,42\nb,gold\nc,true\nd,"{""x"":[1]}"\ne,\nf,"""7"""\n';
    expect(await importText(core, { kind: 'trait', id }, text)).toMatchObject({
      added: 5,
      badLines: [{ line: 6, problem: { code: 'value_missing' } }],
    });
    const { items } = core.traits.values.list(UserQuery.parse({ id }));
    expect(items.map(({ value }) => value)).toEqual([42, 'gold', true, { x: [1] }, '7']);
  });

  it('keeps every digit of a number, also in syncs', async () => {
    const { core, followed } = await startCore();
    const receiver = await startTarget();
    await connect(core, { urls: [receiver.url] });
    const { id } = await makeTrait(core);
    const target = { kind: 'trait', id } as const;
    const csv = 'a,9007199254740993\nb,1e400\nc,9007199254740992\nd,"""9007199254740993"""\n';
    expect((await importText(core, target, csv)).badLines).toEqual([]);
    const jsonl = '{"userId":"e","value":[12345678901234567890]}\n{"userId":"f","value":"1e400"}\n';
    expect((await importText(core, target, jsonl, { format: 'jsonl' })).badLines).toEqual([]);
    const { items } = core.traits.values.list(UserQuery.parse({ id }));
    const texts = [
      '9007199254740993',
      '1e400',
      '9007199254740992',
      '"9007199254740993"',
      '[12345678901234567890]',
      '"1e400"',
    ];
    expect(items.map(({ value }) => JSON.stringify(value))).toEqual(texts);
    await core.syncs.start({ computationId: id });
    await followed.ledger(({ delivered }) => delivered === texts.length);
    const traits = receiver.requests.map(
      ({ body }) => /"traits":{"\w+":(.*?)},"/.exec(`${body}`)?.[1],
    );
    expect(traits.sort()).toEqual(texts.toSorted());
  });

  it('overrides values set meanwhile when it replaces', async () => {
    const { core } = await startCore();
    const { id } = await makeTrait(core);
    const target = { kind: 'trait', id } as const;
    const started = await core.imports.create(
      NewImport.parse({ target, format: 'csv', mode: 'replace' }),
    );
    await core.imports.append({ id: started.id, text: 'a,1\nb,2\n', last: false });
    await core.traits.values.set({ id, values: [{ userId: 'a', value: 9 }] });
    await core.imports.append({ id: started.id, text: '', last: true });
    const { items } = core.traits.values.list(UserQuery.parse({ id }));
    expect(items.map(({ userId, value }) => `${userId} ${value}`)).toEqual(['a 1', 'b 2']);
  });

  it('reads them from JSON lines', async () => {
    const { core } = await startCore();
    const { id } = await makeTrait(core);
    const text = '{"userId":"a","value":null}\n{"userId":"b"}\n{"userId":"c","value":[1]}\n';
    expect(await importText(core, { kind: 'trait', id }, text, { format: 'jsonl' })).toMatchObject({
      added: 2,
      badLineCount: 1,
    });
    const { items } = core.traits.values.list(UserQuery.parse({ id }));
    expect(items.map(({ value }) => value)).toEqual([null, [1]]);
  });
});
