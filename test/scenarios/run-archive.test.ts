/** Run archives may come from anyone: what is read of them is bounded, and errors say what is wrong. */
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { readRunArchive } from '#main/hosts/cli/scenarios/run-archive.ts';
import { SelectionError } from '#main/hosts/cli/scenarios/scenario-files.ts';
import { differInTimesOnly } from '#main/scenarios/compare-runs.ts';
import {
  type OpenedRunArchive,
  openRunArchive,
  type RunArchiveInput,
  RunTooLarge,
  unpackRunArchive,
  unpackScenario,
  writeRunArchive,
} from '#main/scenarios/run-archive.ts';
import { createRunHistory } from '#main/scenarios/run-history.ts';
import type { ScenarioChecks } from '#main/scenarios/scenario-checks.ts';
import { createScenarioFolder } from '#main/scenarios/scenario-folder.ts';
import { createStoredRunData } from '#main/scenarios/stored-run-data.ts';
import { parsedJson, unpackFiles } from '#main/scenarios/unpack-files.ts';
import { openUpload } from '#main/scenarios/uploads.ts';
import { maxLineLength, openZip, ZipProblem } from '#main/scenarios/zip-file.ts';
import { createScenarioReader } from '#main/store/reader.ts';
import { writeRunDatabase } from '#main/store/run-database.ts';
import { jsonExcess } from '#shared/kit/nesting.ts';
import { eventText } from '#shared/report/event-text.ts';
import { maxScenarioBytes } from '#shared/scenarios/files.ts';
import { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import { RunReport } from '#shared/scenarios/schema/report.ts';
import { RunDelivery } from '#shared/scenarios/schema/run-data.ts';
import { redactNothing } from '#shared/scenarios/secret-values.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { makeFolder, removeFolder, temporaryFolder } from '#test/support/temporary-folder.ts';
import { emptyFilm } from './empty-film.ts';

const manifest = {
  ...{ format: 1, version: '0.1.0', file: 'a.yaml', case: null, seed: 1 },
  startsAt: '1970-01-01T00:00:00.000Z',
  ...{ untilMs: null, set: {}, secrets: [] },
};

const report = {
  ...{ format: 1, version: '0.1.0', seed: 1, verdict: 'passed', inconclusive: [], checks: [] },
  scenario: { file: 'a.yaml', name: 'A', description: null, tags: [], case: null },
  ...{ historyHash: '00', virtualMs: 0, command: '' },
  counts: { messages: 0, deliveries: 0, attempts: 0, requests: 0, open: 0 },
  timeline: { film: emptyFilm, steps: [], outages: [], bucketMs: 1, lanes: [] },
  real: { startedAt: new Date(0).toISOString(), durationMs: 1, archive: null },
};

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Of a run without deliveries. */
function databaseBytes(): Buffer {
  const folder = makeFolder();
  const file = join(folder, 'run.sqlite');
  writeRunDatabase(file, {
    ...{ product: null, mocks: null, deliveries: [], requests: [] },
    redact: redactNothing,
  });
  const bytes = readFileSync(file);
  removeFolder(folder);
  return bytes;
}

const contents: Files = {
  'archive.json': JSON.stringify(manifest),
  'report.json': JSON.stringify(report),
  'history.jsonl': '{"kind":"step","at":0,"step":"a","phase":"started"}\n',
  'run.sqlite': databaseBytes(),
  'files/a.yaml': 'scenario: 1\nname: A\nwhen: []\n',
};

function write(bytes: Uint8Array): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  const path = join(folder, 'a.hookwright-run');
  writeFileSync(path, bytes);
  return path;
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? strToU8(content) : content;

const zip = (files: Files): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytesOf(content)])),
    ),
  );

async function open(files: Files): Promise<OpenedRunArchive> {
  const archive = await openRunArchive(write(zip({ ...contents, ...files })));
  onTestFinished(archive.close);
  return archive;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const rejected = (promise: Promise<unknown>, message: string | RegExp) =>
  expect(promise).rejects.toThrow(
    expect.objectContaining({ name: 'ZipProblem', message: expect.stringMatching(message) }),
  );

/** Replaces bytes of the archive, such as a declared size. */
function patched(bytes: Buffer, signature: number, offset: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signature);
  const at = copy.lastIndexOf(mark);
  copy.writeUInt32LE(value, at + offset);
  return copy;
}

const { log } = createRecordedLog();

const endOfDirectory = 0x0605_4b50;
const directoryEntry = 0x0201_4b50;

describe('a run archive', () => {
  it('is read entry by entry', async () => {
    const archive = await open({});
    expect(archive.manifest).toEqual({ ...manifest, startsAt: 0 });
    expect((await all(archive.lines())).flat()).toHaveLength(1);
    const path = join(temporaryFolder(), 'run.sqlite');
    await archive.extractDatabase(path);
    expect(readFileSync(path)).toEqual(contents['run.sqlite']);
    expect(archive.files).toEqual(['a.yaml']);
  });

  it('of a newer version or without its parts is rejected', async () => {
    await rejected(open({ 'archive.json': JSON.stringify({ ...manifest, format: 2 }) }), /newer/);
    await rejected(
      open({ 'archive.json': JSON.stringify({ ...manifest, startsAt: 0 }) }),
      /archive\.json is not valid/,
    );
    await rejected(open({ 'report.json': '{' }), /report\.json is not JSON/);
    await rejected(open({ 'report.json': '{}' }), /report\.json is not valid/);
    await rejected(
      open({ 'archive.json': JSON.stringify({ ...manifest, file: 'b.yaml' }) }),
      /b\.yaml/,
    );
    for (const name of ['history.jsonl', 'run.sqlite']) {
      const others = Object.entries(contents).filter(([other]) => other !== name);
      await rejected(openRunArchive(write(zip(Object.fromEntries(others)))), `it has no ${name}`);
    }
    await rejected(openRunArchive(write(zip({ 'a.txt': '' }))), /archive\.json/);
  });

  it('is no zip bomb: what it expands to is counted, whatever it declares', async () => {
    const mebibyte = 1024 ** 2;
    const bomb = zip({ bomb: `${'a'.repeat(99)}\n`.repeat(0.04 * mebibyte) });
    for (const bytes of [bomb, patched(bomb, directoryEntry, 24, 10)]) {
      const opened = await openZip(write(bytes));
      onTestFinished(opened.close);
      await rejected(opened.bytes('bomb', mebibyte), /larger than 1 MB/);
      await rejected(all(opened.lines('bomb', mebibyte)), /larger than 1 MB/);
      const path = join(temporaryFolder(), 'bomb');
      await rejected(opened.extract('bomb', path, mebibyte), /larger than 1 MB/);
    }
  });

  it('is read up to a size of all its files together', async () => {
    const limits: number[] = [];
    await unpackFiles(temporaryFolder(), ['a', 'b/c', 'd'], async (_name, _path, maxBytes) => {
      limits.push(maxBytes);
      return 100 * 1024 ** 2;
    });
    expect(limits.map((bytes) => bytes / 1024 ** 2)).toEqual([256, 156, 56]);
    const archive = await openZip(write(zip({ 'a.txt': 'ten bytes.' })));
    onTestFinished(archive.close);
    const path = () => join(temporaryFolder(), 'a');
    await rejected(archive.extract('a.txt', path(), 9, 'too large'), 'too large');
    expect(await archive.extract('a.txt', path(), 10)).toBe(10);
  });

  it.each([
    ['set', Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`v${at}`, '']))],
    ['secrets', Array.from({ length: 1_001 }, (_, at) => `v${at}`)],
    ['version', 'x'.repeat(1024 ** 2)],
  ])('with a long %s in its manifest is rejected', async (field, value) => {
    const text = JSON.stringify({ ...manifest, [field]: value });
    await rejected(open({ 'archive.json': text }), /archive\.json is (not valid|larger than 1 MB)/);
  });

  it.each([
    ['file', 'a'.repeat(4_097)],
    ['name', 'a'.repeat(4_097)],
    ['case', 'a'.repeat(4_097)],
    ['description', 'a'.repeat(8 * 1024 ** 2)],
  ])('with a long %s in its report is rejected', async (field, value) => {
    const scenario = { ...report.scenario, [field]: value };
    const text = JSON.stringify({ ...report, scenario });
    await rejected(open({ 'report.json': text }), /report\.json is (not valid|larger than 8 MB)/);
  });

  it('has a scenario and files that are no larger than the product reads', async () => {
    const large = '#'.repeat(maxScenarioBytes);
    await rejected(open({ 'files/a.yaml': `${large}#` }), /a\.yaml is larger than 1 MB/);
    const archive = await open({
      'files/a.yaml': 'scenario: 1\nname: A\nuse: [b.yaml]\nwhen: []\n',
      'files/b.yaml': `${large}#`,
    });
    const { inputs } = createStoredRunData(
      { withRunArchive: (_, use) => use(archive) },
      uploadTools().checks,
      log,
    ).operations;
    const { text, checked } = await inputs({ id: '1' });
    expect(text).toContain('b.yaml');
    expect(checked.problems).toContainEqual(
      expect.objectContaining({ file: 'b.yaml', code: 'file_too_large' }),
    );
  });

  it.each([
    ['no JSON', 'x'],
    ['null', 'null'],
    ['another kind', '{"kind":"other","at":0}'],
    ['a missing field', '{"kind":"step","at":0,"step":"a"}'],
  ])('whose history has %s is rejected when it is checked', async (_, line) => {
    const archive = await open({ 'history.jsonl': `${contents['history.jsonl']}${line}\n` });
    await rejected(archive.checkHistory(), /history\.jsonl/);
  });

  it.each<[string, string]>([
    ['too deep', '['.repeat(1_000_000)],
    [
      'too many values',
      `{"kind":"step","at":0,"step":"a","phase":"ended","x":[${'[],'.repeat(50_000)}0]}`,
    ],
  ])('whose history has a line with %s is not parsed', async (_, line) => {
    const archive = await open({ 'history.jsonl': line });
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    await rejected(archive.checkHistory(), /history\.jsonl/);
    expect(parse).not.toHaveBeenCalled();
  });

  const uploadTools = () => ({
    history: createRunHistory(temporaryFolder()),
    folder: createScenarioFolder(temporaryFolder()),
    ...{ newId: () => '1', checks: createScenarioReader<ScenarioChecks>(log), log },
  });

  it('with an invalid history is no run, in the interface and on the command line', async () => {
    const path = write(zip({ ...contents, 'history.jsonl': 'null\n' }));
    const tools = uploadTools();
    await expect(openUpload({ name: 'a', path }, tools)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await tools.history.listOpened()).toEqual([]);
    await expect(readRunArchive(path)).rejects.toThrow(SelectionError);
  });

  it.each<[string, object]>([
    ['took too many milliseconds', { real: { ...report.real, durationMs: 9.1e15 } }],
    ['took a part of a millisecond', { real: { ...report.real, durationMs: 0.5 } }],
    ['ends at no date', { virtualMs: Number.MAX_SAFE_INTEGER }],
    [
      'begins at the last date',
      { timeline: { ...report.timeline, film: { ...report.timeline.film, startsAt: 8.64e15 } } },
    ],
  ])('that %s is no run', async (_, part) => {
    const odd = { ...report, ...part };
    const tools = uploadTools();
    await expect(
      openUpload(
        { name: 'a', path: write(zip({ ...contents, 'report.json': JSON.stringify(odd) })) },
        tools,
      ),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await tools.history.listOpened()).toEqual([]);
  });

  it('with a database that Hookwright did not write is no run', async () => {
    const path = write(zip({ ...contents, 'run.sqlite': 'x'.repeat(8_192) }));
    const tools = uploadTools();
    await expect(openUpload({ name: 'a', path }, tools)).rejects.toMatchObject({
      code: 'conflict',
      message: "The data of this run can't be read: its database is damaged.",
    });
    expect(await tools.history.listOpened()).toEqual([]);
  });

  it('of another build is a run, whose deliveries are not shown', async () => {
    const bytes = Buffer.from(contents['run.sqlite'] as Uint8Array);
    bytes.writeInt32BE(1, 60);
    const path = write(zip({ ...contents, 'run.sqlite': bytes }));
    const tools = uploadTools();
    await openUpload({ name: 'a', path }, tools);
    const data = createStoredRunData(tools.history, tools.checks, log);
    onTestFinished(data.close);
    await expect(data.operations.requests({ id: '1', limit: 1 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another build'),
    });
  });

  it('leaves out a log beside the database, and links', async () => {
    const path = write(
      zipSync({
        ...Object.fromEntries(
          Object.entries(contents).map(([name, content]) => [name, bytesOf(content)]),
        ),
        ...{ 'run.sqlite-wal': strToU8('x'), 'run.sqlite-journal': strToU8('x') },
        // A symbolic link on Unix.
        'run.sqlite': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
      }),
    );
    const archive = await openRunArchive(path);
    onTestFinished(archive.close);
    const folder = temporaryFolder();
    await archive.extractDatabase(join(folder, 'run.sqlite'));
    expect(readdirSync(folder)).toEqual(['run.sqlite']);
    expect(lstatSync(join(folder, 'run.sqlite')).isFile()).toBe(true);
    expect(readFileSync(join(folder, 'run.sqlite'), 'utf8')).toBe('/etc/passwd');
    await expect(archive.extractDatabase(join(folder, 'run.sqlite'))).rejects.toMatchObject({
      code: 'EEXIST',
    });
  });

  it('is read from a temporary folder, as often as it is asked for', async () => {
    const tools = uploadTools();
    await openUpload({ name: 'a', path: write(zip(contents)) }, tools);
    const data = createStoredRunData(tools.history, tools.checks, log);
    const { deliveries, requests, delivery } = data.operations;
    const none = { items: [], nextCursor: null };
    expect(await deliveries({ id: '1', limit: 1 })).toEqual(none);
    expect(await requests({ id: '1', limit: 1, messageId: 'a' })).toEqual(none);
    await expect(delivery({ id: '1', deliveryId: 1 })).rejects.toMatchObject({ code: 'not_found' });
    await data.close();
    expect(await deliveries({ id: '1', limit: 1, messageId: 'a' })).toEqual(none);
    await data.close();
  });

  it('is read beside others, none of which closes while it is read', async () => {
    const tools = uploadTools();
    for (let count = 0; count < 6; count += 1)
      await openUpload({ name: 'a', path: write(zip(contents)) }, tools);
    const ids = (await tools.history.listOpened()).map(({ id }) => id);
    expect(ids.length).toBe(6);
    const data = createStoredRunData(tools.history, tools.checks, log);
    onTestFinished(data.close);
    const { deliveries } = data.operations;
    const reads = [...ids, ...ids].map((id) => deliveries({ id, limit: 1 }));
    expect(await Promise.all(reads)).toEqual(reads.map(() => ({ items: [], nextCursor: null })));
  });

  it('of valid parts is a run', async () => {
    const tools = uploadTools();
    await openUpload({ name: 'a', path: write(zip(contents)) }, tools);
    expect(await tools.history.events('1', ['a'])).toEqual({ events: [], isCut: false });
  });

  const check = {
    ...{ kind: 'invariant', code: 'log', name: 'a', place: null, verdict: 'passed', reason: null },
    ...{ expected: null, found: null, history: null, reference: null, processed: null },
    ...{ nearest: [], warnings: [], decidedAt: 0 },
  };
  const miss = { subject: '', at: 0, terms: [], reference: null };
  const term = { term: '', matches: true, found: null };
  const outage = { mock: '', from: 0, until: 0 };
  const step = { id: '', action: '', name: null, startedAt: 0, endedAt: 0 };
  const bucket = { index: 0, ok: 0, failed: 0, noResponse: 0 };
  const reason = { code: 'stall', message: '', place: null };
  const withTimeline = (part: object) => ({ timeline: { ...report.timeline, ...part } });

  it.each<[string, number, (count: number) => object]>([
    ['tags', 1_100, (count) => ({ scenario: { ...report.scenario, tags: Array(count).fill('') } })],
    ['reasons', 1_100, (count) => ({ inconclusive: Array(count).fill(reason) })],
    ['checks', 1_100, (count) => ({ checks: Array(count).fill(check) })],
    ['warnings', 1_000, (count) => ({ checks: [{ ...check, warnings: Array(count).fill('') }] })],
    ['misses', 100, (count) => ({ checks: [{ ...check, nearest: Array(count).fill(miss) }] })],
    [
      'terms',
      1_000,
      (count) => ({
        checks: [{ ...check, nearest: [{ ...miss, terms: Array(count).fill(term) }] }],
      }),
    ],
    ['steps', 1_100, (count) => withTimeline({ steps: Array(count).fill(step) })],
    ['outages', 1_100, (count) => withTimeline({ outages: Array(count).fill(outage) })],
    [
      'lanes',
      1_100,
      (count) => withTimeline({ lanes: Array(count).fill({ mock: '', buckets: [] }) }),
    ],
    [
      'buckets',
      1_000,
      (count) => withTimeline({ lanes: [{ mock: '', buckets: Array(count).fill(bucket) }] }),
    ],
  ])('with too many %s in its report is rejected', (_, most, partOf) => {
    const isValid = (count: number) => RunReport.safeParse({ ...report, ...partOf(count) }).success;
    expect([isValid(most), isValid(most + 1)]).toEqual([true, false]);
  });

  it.each([
    ['webhooks', 1_000],
    ['warnings', 1],
    ['attemptList', 50_000],
    ['mockRequests', 50_000],
    ['copies', 500],
  ] as const)('with too many %s of a delivery is rejected before they are read', (field, most) => {
    const { error } = RunDelivery.shape[field].safeParse(Array(most + 1).fill(null));
    expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: most }]);
  });

  async function written(input: Pick<RunArchiveInput, 'lines' | 'data'>): Promise<string> {
    const archive = await open({
      'files/a.yaml': `scenario: 1
name: A
given: { sources: [{ name: Shop }] }
when: [{ send: { source: Shop, fixture: b.jsonl } }]
`,
      'files/b.jsonl': '{}',
    });
    const { files, scenario, remove } = await unpackRunArchive(archive, {
      ...{ set: {}, environment: {}, isCheck: true },
    });
    onTestFinished(remove);
    if (scenario === undefined) throw new Error('The scenario is invalid.');
    const path = join(temporaryFolder(), 'b.hookwright-run');
    await writeRunArchive(path, {
      ...{ scenario, files, paths: [], untilMs: null, startsAt: 0, report: archive.report },
      ...input,
    });
    return path;
  }
  const noData = { write: (file: string) => writeFileSync(file, '') };

  const event = (step: string) => JSON.stringify({ kind: 'step', at: 0, step, phase: 'started' });
  const longest = maxLineLength - event('').length;

  it('is written with events of any size that can be read', async () => {
    const path = await written({ lines: [event('x'.repeat(longest))], data: noData });
    const archive = await openRunArchive(path);
    onTestFinished(archive.close);
    await archive.checkHistory();
  });

  const request = (body: string): HistoryEvent => ({
    ...{ kind: 'request', at: 0, mock: 'shop', entry: 'request', messageId: 'a' },
    ...{ destination: null, attempt: 1, copiedBy: null, status: 200, fault: 'none', cause: null },
    ...{ signature: null, method: 'POST', path: '/', headers: [], body, bodyIsBase64: false },
  });

  it('is written with a request whose body is cut, if it is longer than can be read', async () => {
    // Six characters of JSON each: less than the 4 MB that a run keeps.
    const body = '\u0001'.repeat(maxLineLength / 6);
    const events = [request('{}'), request(body)];
    const whole = events.map((event) => JSON.stringify(event));
    const archive = await openRunArchive(await written({ lines: whole, data: noData }));
    onTestFinished(archive.close);
    await archive.checkHistory();
    const lines = (await all(archive.lines())).flat();
    const [first, cut] = lines.map((line) => HistoryEvent.parse(JSON.parse(line)));
    expect(first).toEqual(events[0]);
    expect(cut).toEqual({ ...events[1], body: body.slice(0, 65_536), bodyIsCut: true });
    expect(cut && eventText(cut)).toContain('body is cut');
    expect(
      await differInTimesOnly(
        () => [whole],
        () => [lines],
      ),
    ).toBe(true);
  });

  it.each([
    ['more characters', () => event('x'.repeat(longest + 1))],
    ['more values', () => JSON.stringify({ kind: 'step', other: Array(50_001).fill(0) })],
  ])('is not written with an event of %s than can be read', async (_, line) => {
    await expect(written({ lines: [event('a'), line()], data: noData })).rejects.toThrow(
      RunTooLarge,
    );
  });

  it('with too many values in its report is rejected before that is parsed', async () => {
    const text = JSON.stringify({ ...report, other: Array(500_000).fill(0) });
    await rejected(open({ 'report.json': text }), /report\.json has too many values/);
  });

  it('is read value by value, once, up to the first problem', () => {
    let read = 0;
    const counted = z.number().refine(() => {
      read += 1;
      return true;
    });
    expect(parsedJson(z.array(counted), 'a', '[1,2,3]')).toEqual([1, 2, 3]);
    expect(read).toBe(3);
    expect(() => parsedJson(z.array(counted), 'a', '[1,"",2,3]')).toThrow(ZipProblem);
    expect(read).toBe(4);
  });

  it.each([
    ['[1,2,3]', 4],
    ['{"a":{"b":[]},"c":1}', 5],
    [JSON.stringify(['a,b[{\\"', ',']), 3],
  ])('counts the values of %s', (text, values) => {
    const json = Buffer.from(text);
    expect(jsonExcess(json, values)).toBe(null);
    expect(jsonExcess(json, 1)).toBe('values');
  });

  it('has a limited number of problems for unknown variables', async () => {
    const archive = await open({});
    const set = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`v${at}`, '']));
    const { read, remove } = await unpackRunArchive(archive, {
      ...{ set, environment: {}, isCheck: true },
    });
    onTestFinished(remove);
    expect(read.problems.filter(({ code }) => code === 'variable')).toHaveLength(100);
  });

  it('has no files outside', async () => {
    for (const name of [
      '../a.yaml',
      '/a.yaml',
      'a/../../b.yaml',
      'C:\\a.yaml',
      'a\\b.yaml',
      'a\u0000b',
      './a',
      `files/${'é'.repeat(128)}`,
      'a/'.repeat(500),
    ])
      await rejected(open({ [name]: '' }), /unsafe name/);
    const archive = await open({ 'files/data/b.jsonl': '{}' });
    const { path, remove } = await unpackScenario(archive);
    onTestFinished(remove);
    expect(path).toContain('hookwright-run-');
  });

  it.each([
    { 'files/a': '', 'files/a-b': '', 'files/a/b': '' },
    { 'files/a': '', 'files/a/': '' },
  ])('has no file that is a folder, too: %j', async (files) => {
    await rejected(
      open(files as Readonly<Record<string, string>>),
      /"files\/a" is a file and a folder/,
    );
    await open({ 'files/b/': '', 'files/b/c': '', 'files/b-c': '' });
  });

  it('has no files that the file system refuses', async () => {
    const names = ['a', 'a/b'];
    await rejected(
      unpackFiles(temporaryFolder(), names, async (_name, path) => {
        writeFileSync(path, '');
        return 0;
      }),
      /can't be written/,
    );
  });

  it('that is cut off, encrypted or compressed in another way is rejected', async () => {
    const bytes = zip(contents);
    await rejected(openRunArchive(write(bytes.subarray(0, 100))), /not a zip file/);
    await rejected(openRunArchive(write(Buffer.alloc(0))), /not a zip file/);
    await rejected(openRunArchive(write(bytes.subarray(200))), /damaged|cut off|history|archive/);
    await rejected(openZip(write(patched(bytes, directoryEntry, 8, 1))), /encrypted/);
    await rejected(openZip(write(patched(bytes, directoryEntry, 10, 12))), /unknown compression/);
    await rejected(openZip(write(patched(bytes, endOfDirectory, 16, 0xffff_fff0))), /damaged/);
    await rejected(
      openZip(write(patched(bytes, endOfDirectory, 10, 0xffff))),
      /more than 5000 files/,
    );
  });
});
