/** Scenario files and their runs. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunUpdate } from '#shared/scenarios/schema/run.ts';
import { lastOf } from './audiences.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

const scenario = (name: string, expectation: string, url = ''): string => `scenario: 1
name: ${name}
tags: [smoke]
variables: { count: 3, token: { env: HOME, secret: true, default: abc } }
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop, secret: s3cret }]
  destinations: [{ name: Orders, sharedSecret: s3cret, sources: [Shop], webhooks: [{ ${url === '' ? 'mock: shop' : `url: '${url}'`} }] }]
when:
  - { id: orders, send: { source: Shop, sample: track, count: '\${count}', over: 1h } }
then:
  - ${expectation}
`;

export function describeScenarios(open: () => Connected): void {
  const create = (file: string, text: string) => open().client.scenarios.create({ file, text });
  const folder = (): string => join(open().started.dataFolder, 'scenarios');

  async function run(file: string, more: object = {}) {
    const updates: RunUpdate[] = [];
    for await (const update of await open().client.scenarios.run({ file, ...more }))
      updates.push(update);
    const last = updates.at(-1);
    if (last?.kind !== 'finished') throw new Error('The run has no report.');
    return { updates, run: last.run };
  }

  describe('scenario files', () => {
    it('are created from an example with its fixtures', async () => {
      const { scenarios } = open().client;
      const examples = await scenarios.examples();
      expect(examples[0]).toMatchObject({ example: 'outage-own-server.yaml' });
      expect(examples.length).toBeGreaterThan(10);
      for (const { description } of examples) expect(description).toMatch(/^[A-Z].+\.$/);
      const file = 'checkout/from-example.yaml';
      const created = await scenarios.create({ file });
      expect(created.text).toContain('fixtures/orders.jsonl');
      expect(readFileSync(join(folder(), 'checkout/fixtures/orders.jsonl'), 'utf8')).not.toBe('');
      expect(await scenarios.get({ file })).toEqual(created);
      const list = await scenarios.list();
      expect(list.folder).toBe(folder());
      expect(list.files).toContainEqual(
        expect.objectContaining({ file, tags: ['outage', 'own-server'], problems: 0, runs: [] }),
      );
      expect(await scenarios.create({ file })).toEqual(created);
      await expectFieldError(
        scenarios.create({ file: 'other.yaml', example: '../package.json' }),
        ['example'],
        '"../package.json"',
      );
    });

    it('are listed with one that expands to more than a text can hold', async () => {
      const { scenarios } = open().client;
      const file = 'expands.yaml';
      const fields = Array.from({ length: 800 }, (_, index) => `        h${index}: '\${long}'\n`);
      const step = '  - http:\n      url: http://127.0.0.1:1/\n      body:\n';
      const text = `scenario: 1\nname: Expands\nvariables: { long: ${'x'.repeat(700_000)} }\nwhen:\n${step}${fields.join('')}`;
      await create(file, text);
      const { files } = await scenarios.list();
      expect(files).toContainEqual(expect.objectContaining({ file, problems: 1 }));
      const { problems } = await scenarios.check({ file, text });
      expect(problems).toMatchObject([{ file, line: expect.any(Number), code: 'invalid' }]);
      await scenarios.remove({ file });
    });

    it('are saved by one of several that change the same version', async () => {
      const { scenarios } = open().client;
      const file = 'raced.yaml';
      const { version } = await create(file, scenario('Raced', 'lost: 0'));
      const texts = ['one', 'two', 'three'].map((name) => scenario(name, 'lost: 0'));
      const saved = await Promise.allSettled(
        texts.map((text) => scenarios.save({ file, text, version })),
      );
      expect(saved.map(({ status }) => status).sort()).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
      ]);
      const won = saved.findIndex(({ status }) => status === 'fulfilled');
      expect((await scenarios.get({ file })).text).toBe(texts[won]);
      await scenarios.remove({ file });
    });

    it('are saved unless they changed on disk, and deleted', async () => {
      const { scenarios } = open().client;
      const file = 'saved.yaml';
      const { version } = await create(file, scenario('Saved', 'lost: 0'));
      const text = scenario('Saved again', 'lost: 0');
      const saved = await scenarios.save({ file, text, version });
      expect(saved.version).not.toBe(version);
      // The response to the first call may have been lost.
      expect(await scenarios.save({ file, text, version })).toEqual(saved);
      expect(await scenarios.create({ file, text })).toEqual(saved);
      const other = scenario('Other', 'lost: 0');
      await expectError(scenarios.create({ file, text: other }), 'conflict', 'already exists');
      await expectError(
        scenarios.save({ file, text: other, version }),
        'conflict',
        'changed on disk',
      );
      writeFileSync(join(folder(), file), 'scenario: 1');
      await expectError(
        scenarios.save({ file, text, version: saved.version }),
        'conflict',
        'changed on disk',
      );
      expect(readFileSync(join(folder(), file), 'utf8')).toBe('scenario: 1');
      expect(await scenarios.remove({ file })).toBeUndefined();
      await expectError(scenarios.get({ file }), 'not_found', 'Scenario not found');
    });

    it('are only inside the folder', async () => {
      const { scenarios } = open().client;
      const { dataFolder } = open().started;
      writeFileSync(join(dataFolder, 'outside.yaml'), 'scenario: 1');
      for (const file of [
        '../outside.yaml',
        'a/../../outside.yaml',
        join(dataFolder, 'outside.yaml'),
        '..\\outside.yaml',
        'C:outside.yaml',
        './outside.yaml',
        '.hidden.yaml',
        'a//b.yaml',
        'outside.yaml\0.yaml',
        'fixtures/orders.jsonl',
      ]) {
        await expectFieldError(scenarios.get({ file }), ['file'], 'outage.yaml');
        await expectFieldError(create(file, ''), ['file'], 'outage.yaml');
      }
      mkdirSync(folder(), { recursive: true });
      symlinkSync(join(dataFolder, 'outside.yaml'), join(folder(), `link.yaml`));
      symlinkSync(dataFolder, join(folder(), 'linked'));
      for (const file of ['link.yaml', 'linked/outside.yaml', 'linked/new.yaml']) {
        await expectFieldError(create(file, 'x'), ['file'], 'outside');
        await expectFieldError(scenarios.get({ file }), ['file'], 'outside');
        await expectFieldError(scenarios.remove({ file }), ['file'], 'outside');
        await expectFieldError(
          scenarios.save({ file, text: 'x', version: '' }),
          ['file'],
          'outside',
        );
        await expectFieldError(run(file), ['file'], 'outside');
      }
      expect(readFileSync(join(dataFolder, 'outside.yaml'), 'utf8')).toBe('scenario: 1');
      const { files } = await scenarios.list();
      expect(files.map(({ file }) => file).filter((file) => file.startsWith('link'))).toEqual([]);
    });

    it('are made of deliveries, at most 10,000', async () => {
      const { client } = open();
      const source = await client.sources.create({ name: 'Made of' });
      const destination = await client.destinations.create({
        ...{ name: 'Made of', sourceIds: [source.id] },
        webhooks: [{ url: 'http://127.0.0.1:9/hook' }],
      });
      const filter = 'destination="Made of"';
      await client.send.now({ source: source.id, message: { type: 'page', userId: 'ada' } });
      await expect.poll(async () => (await client.deliveries.count({ filter })).count).toBe(1);
      const { items } = await client.deliveries.list({ filter });
      const ids = items.map(({ id }) => id);
      const { text, deliveries } = await client.scenarios.fromDeliveries({
        ids,
        against: 'server',
      });
      expect(deliveries).toBe(1);
      const { variables } = await client.scenarios.check({ file: 'made.yaml', text });
      expect(variables).toMatchObject([{ name: 'server_url', default: 'http://127.0.0.1:9/hook' }]);
      const make = (count: number) =>
        client.scenarios.fromDeliveries({
          ids: Array.from({ length: count }, (_, index) => 1_000_000 + index),
          against: 'recorded',
        });
      await expectError(make(10_000), 'conflict', 'missing');
      await expectFieldError(make(10_001), ['ids'], '10,001');
      await client.destinations.remove({ id: destination.id });
      await client.sources.remove({ id: source.id });
    });

    it('are checked without being saved', async () => {
      const { scenarios } = open().client;
      const text = scenario('Checked', 'lost: 0', 'https://hooks.example.com/in');
      const checked = await scenarios.check({ file: 'new.yaml', text });
      expect(checked).toMatchObject({
        name: 'Checked',
        problems: [],
        variables: [
          { name: 'count', default: 3, env: null, isSecret: false },
          { name: 'token', default: 'abc', env: 'HOME', isSecret: true },
        ],
        remoteOrigins: ['https://hooks.example.com'],
        prediction: { messages: 3, held: 0 },
      });
      const wrong = text.replace('sources: [Shop]', 'sources: [Shpo]');
      const { problems } = await scenarios.check({ file: 'new.yaml', text: wrong });
      expect(problems).toEqual([
        expect.objectContaining({ code: 'reference', line: 8, fix: 'Did you mean "Shop"?' }),
      ]);
    });
  });

  async function upload(name: string, base64: string) {
    const { scenarios } = open().client;
    const { id } = await scenarios.startUpload({ name });
    const half = Math.floor(base64.length / 8) * 4;
    expect(await scenarios.upload({ id, base64: base64.slice(0, half) })).toEqual({ opened: null });
    const { opened } = await scenarios.upload({ id, base64: base64.slice(half), last: true });
    return opened;
  }

  describe('uploaded files', () => {
    const base64Of = (text: string): string => Buffer.from(text).toString('base64');

    it('are added to the folder', async () => {
      const { scenarios } = open().client;
      const text = scenario('Added', 'lost: 0');
      expect(await upload('added.yml', base64Of(text))).toEqual({
        kind: 'files',
        files: ['added.yaml'],
      });
      expect(await upload('added.yml', base64Of(text))).toEqual({
        kind: 'files',
        files: ['added-2.yaml'],
      });
      const file = 'zipped/with-fixture.yaml';
      await scenarios.create({ file });
      const { name, base64 } = await scenarios.exportFile({ file });
      expect(name).toBe('with-fixture.zip');
      const opened = await upload(name, base64);
      const [added, fixture] = [
        'with-fixture/with-fixture.yaml',
        'with-fixture/fixtures/orders.jsonl',
      ];
      expect(opened).toEqual({ kind: 'files', files: [added, fixture] });
      expect(
        readFileSync(join(folder(), 'with-fixture/fixtures/orders.jsonl'), 'utf8').length,
      ).toBeGreaterThan(100);
    });

    it('are rejected if they are something else', async () => {
      await expectError(upload('notes.txt', base64Of('hello')), 'conflict', 'notes.txt');
      await expectError(
        upload('a.hookwright-run', base64Of('PK\x03\x04')),
        'conflict',
        'not a zip file',
      );
      const { scenarios } = open().client;
      const { id } = await scenarios.startUpload({ name: 'a.yaml' });
      await expectFieldError(scenarios.upload({ id, base64: '???' }), ['base64'], 'base64');
      await scenarios.cancelUpload({ id });
      await expectError(scenarios.upload({ id, base64: '' }), 'not_found', 'Upload not found');
    });
  });

  describe('runs of scenarios', () => {
    const file = 'orders.yaml';
    const text = scenario('Orders', "{ requests: 'status<300', mock: shop, count: 3 }");
    let version: string;
    let first: Awaited<ReturnType<typeof run>>;
    let second: typeof first.run;

    beforeAll(async () => {
      ({ version } = await create(file, text));
      first = await run(file);
      second = (await run(file, { set: { count: '5' }, seed: 7 })).run;
    });

    it('report what was expected and found', () => {
      const { id } = first.run;
      expect(first.updates[0]).toEqual({ kind: 'started', id, file, repeats: null });
      expect(first.run).toMatchObject({
        ...{ file, verdict: 'passed', seed: 1, case: null },
        report: { scenario: { name: 'Orders' }, counts: { messages: 3 } },
      });
      expect(second).toMatchObject({
        verdict: 'failed',
        seed: 7,
        report: { counts: { messages: 5 } },
      });
      expect(second.report.command).toBe('npx hookwright run orders.yaml --seed 7 --set count=5');
      const [check] = second.report.checks;
      expect(check).toMatchObject({ verdict: 'failed', place: { file, line: 12 } });
    });

    it('are kept, and compare', async () => {
      const { scenarios } = open().client;
      const { report, ...summary } = second;
      expect((await scenarios.runs({ file })).map(({ id }) => id)).toEqual([
        second.id,
        first.run.id,
      ]);
      expect(await scenarios.report({ id: summary.id })).toEqual({ ...summary, report });
      const { events } = await scenarios.events({ id: summary.id, messageIds: ['orders-5'] });
      expect(events.map(({ kind }) => kind)).toEqual(['message', 'request', 'attempt', 'delivery']);
      const comparison = await scenarios.compare({ a: first.run.id, b: second.id });
      expect(comparison.onlyInB.count).toBeGreaterThan(5);
      const same = await scenarios.compare({ a: first.run.id, b: first.run.id });
      const none = { count: 0, first: [] };
      expect(same).toEqual({ onlyInA: none, onlyInB: none, isTimesOnly: true });
      const { files } = await scenarios.list();
      expect(files.find((one) => one.file === file)?.runs).toHaveLength(2);
      await expectError(
        scenarios.report({ id: '20260101000000-zzzzzz' }),
        'not_found',
        'Run not found',
      );
    });

    it('go on without their stream if detached, and are followed', async () => {
      const { scenarios } = open().client;
      const stream = await scenarios.run({ file, speed: 1, isDetached: true });
      const { value: started } = await stream.next();
      await stream.return?.(undefined);
      const seen: RunUpdate[] = [];
      const paces = new Set<string>();
      for await (const update of await scenarios.follow()) {
        seen.push(update);
        if (update.kind !== 'progress') continue;
        // Its last part takes 20 minutes at this speed.
        const { id } = seen[0] as Extract<RunUpdate, { kind: 'started' }>;
        paces.add(JSON.stringify(update.pace));
        expect(update.checks.count).toBeGreaterThan(update.checks.decided.length);
        if (!update.pace.isPaused && update.pace.speed === 1)
          await scenarios.changePace({ id, isPaused: true });
        else if (update.pace.isPaused)
          await scenarios.changePace({ id, isPaused: false, speed: null });
      }
      expect(seen[0]).toEqual(started);
      const last = seen.at(-1);
      if (last?.kind !== 'finished') throw new Error('The run has no report.');
      expect([...paces].slice(0, 2)).toEqual([
        JSON.stringify({ speed: 1, isPaused: false }),
        JSON.stringify({ speed: 1, isPaused: true }),
      ]);
      // As at any other pace.
      const { verdict, historyHash } = first.run;
      expect(last.run).toMatchObject({ verdict, historyHash });
      await scenarios.removeRun({ id: last.run.id });
      for await (const { kind } of await scenarios.follow()) expect.fail(kind);
    });

    it('have attempts, by time', async () => {
      const { attempts, isCut } = await open().client.scenarios.attempts({ id: first.run.id });
      expect(isCut).toBe(false);
      expect(attempts.map(({ messageId }) => messageId)).toEqual([
        'orders-1',
        'orders-2',
        'orders-3',
      ]);
      expect(attempts[1]).toMatchObject({
        ...{ at: 1_200_000, webhook: 'mock:shop', destination: 'Orders' },
        ...{ attempt: 1, outcome: 'accepted', status: 200 },
      });
    });

    it('need no file with a text, and keep it', async () => {
      const { scenarios } = open().client;
      const unsaved = 'what-if/unsaved.yaml';
      const written = `After \${count} messages`;
      const described = text.replace('tags:', `description: ${written}\ntags:`);
      const { run: ran } = await run(unsaved, { text: described, set: { count: '2' } });
      expect(ran).toMatchObject({ file: unsaved, verdict: 'failed' });
      expect(ran.report.scenario.description).toBe('After 2 messages');
      expect((await scenarios.runs({ file: unsaved })).map(({ id }) => id)).toEqual([ran.id]);
      await expectError(scenarios.get({ file: unsaved }), 'not_found', 'Scenario not found');
      const saved = 'saved.yaml';
      await scenarios.create({ file: saved, text: described, run: ran.id });
      const [copy] = await scenarios.runs({ file: saved });
      const { id: _, file: __, report: ___, ...same } = ran;
      expect(copy).toMatchObject({ ...same, file: saved });
      const { report } = await scenarios.report({ id: copy?.id ?? '' });
      expect(report.command).toBe(ran.report.command.replace(unsaved, saved));
      expect(report.command).not.toBe(ran.report.command);
      expect((await scenarios.attempts({ id: copy?.id ?? '' })).attempts).toHaveLength(2);
      expect(await scenarios.runs({ file: unsaved })).toHaveLength(1);
      await scenarios.remove({ file: saved });
      const inputs = await scenarios.inputs({ id: ran.id });
      expect(inputs).toMatchObject({ text: described, set: { count: '2' } });
      // As written, so that its variables can be shown as fields.
      expect(inputs.checked.description).toBe(written);
      expect((await scenarios.attempts({ id: ran.id })).attempts).toHaveLength(2);
    });

    it('have deliveries and requests with their bytes', async () => {
      const { scenarios } = open().client;
      const { id } = first.run;
      const page = await scenarios.deliveries({ id, limit: 2 });
      expect(page.items.map(({ messageId }) => messageId)).toEqual(['orders-3', 'orders-2']);
      const rest = await scenarios.deliveries({ id, cursor: page.nextCursor ?? '' });
      expect(rest).toMatchObject({ items: [{ messageId: 'orders-1' }], nextCursor: null });
      const one = await scenarios.deliveries({ id, messageId: 'orders-2' });
      const deliveryId = one.items[0]?.id ?? 0;
      const delivery = await scenarios.delivery({ id, deliveryId });
      expect(delivery).toMatchObject({
        ...{ messageId: 'orders-2', state: 'delivered', copies: [] },
        attemptList: [{ response: { status: 200 }, request: { method: 'POST' } }],
      });
      const requests = await scenarios.requests({ id, messageId: 'orders-2' });
      expect(requests.items).toHaveLength(1);
      const requestId = requests.items[0]?.id ?? 0;
      const request = await scenarios.request({ id, requestId });
      expect(request).toMatchObject({
        ...{ mock: 'shop', attempt: 1, copiedBy: null, destination: 'Orders', deliveryId },
        ...{ body: { text: delivery.bodyText }, response: { status: 200 } },
        signature: { raw: 'match' },
      });
      expect(delivery.mockRequests.map((received) => received.id)).toEqual([requestId]);
      await expectError(
        scenarios.delivery({ id, deliveryId: 99 }),
        'not_found',
        'Delivery not found',
      );
      await expectError(scenarios.request({ id, requestId: 99 }), 'not_found', 'Request not found');
    });

    it('are repeated from a run archive, on any machine', async () => {
      const { scenarios } = open().client;
      // Changes of the file don't matter.
      await scenarios.save({ file, text: 'scenario: 1', version });
      const { name, base64 } = await scenarios.archive({ id: second.id });
      expect(name).toBe('orders-7.hookwright-run');
      const opened = await upload(name, base64);
      if (opened?.kind !== 'run') throw new Error('The run archive is no run.');
      const { id } = opened.run;
      expect(opened.run).toMatchObject({
        ...{ openedFrom: 'orders-7.hookwright-run', repeats: null },
        ...{ verdict: 'failed', seed: 7, historyHash: second.historyHash },
      });
      expect((await scenarios.list()).opened[0]).toEqual(opened.run);
      expect((await scenarios.runs({ file })).map((one) => one.id)).toEqual([
        second.id,
        first.run.id,
      ]);
      expect((await scenarios.deliveries({ id })).items).toHaveLength(5);
      const inputs = await scenarios.inputs({ id });
      expect(inputs).toMatchObject({
        ...{ file, files: [], set: { count: '5' } },
        checked: { name: 'Orders', remoteOrigins: [], problems: [] },
      });
      expect(inputs.text).toBe(text);
      const last = await lastOf(await scenarios.repeat({ id }));
      if (last.kind !== 'finished') throw new Error('The run has no report.');
      expect(last.run).toMatchObject({
        ...{ repeats: id, openedFrom: 'orders-7.hookwright-run', historyHash: second.historyHash },
      });
      await scenarios.removeRun({ id: last.run.id });
      await expectError(scenarios.report({ id: last.run.id }), 'not_found', 'Run not found');
    });

    it('need a valid file, a case, and consent to servers elsewhere', async () => {
      const file = 'elsewhere.yaml';
      const text = scenario('Elsewhere', 'lost: 0', 'https://hooks.example.com/in');
      const { version } = await create(file, text);
      await expectFieldError(run(file), ['allowOrigins'], 'https://hooks.example.com');
      await expectFieldError(run(file, { case: 'a' }), ['case'], 'no cases');
      await expectError(run(file, { set: { cuont: '1' } }), 'conflict', 'cuont');
      const withCases = `${text}cases: [{ name: one }, { name: two }]\n`;
      await open().client.scenarios.save({ file, text: withCases, version });
      await expectFieldError(run(file), ['case'], 'one of the cases: one, two.');
      await create('invalid.yaml', 'scenario: 1\nname: Invalid');
      await expectError(run('invalid.yaml'), 'conflict', 'invalid.yaml:1:1');
      await expectError(run('missing.yaml'), 'not_found', 'Scenario not found');
    });

    it('are stopped, and one at a time', async () => {
      const { scenarios } = open().client;
      const slow = 'slow.yaml';
      await create(slow, scenario('Slow', 'lost: 0'));
      // Closing the stream stops it, and the next one can start.
      for await (const update of await scenarios.run({ file: slow, speed: 1 }))
        if (update.kind === 'started') break;
      let updates: Awaited<ReturnType<typeof scenarios.run>> | undefined;
      let started: RunUpdate | undefined;
      await expect
        .poll(async () => {
          updates = await scenarios.run({ file: slow, speed: 1 });
          const next = await updates.next();
          started = next.done ? undefined : next.value;
          return started?.kind;
        })
        .toBe('started');
      if (updates === undefined || started?.kind !== 'started') expect.unreachable();
      await expectError(run(slow), 'conflict', 'Another scenario is running');
      await scenarios.cancel({ id: started.id });
      expect(await lastOf(updates)).toMatchObject({
        kind: 'finished',
        run: { verdict: 'inconclusive', report: { inconclusive: [{ code: 'interrupted' }] } },
      });
    });
  });
}
