/** `hookwright explore`: exit codes, findings, misuse. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import { runCommand } from '#test/hosts/headless/support/run-command.ts';
import { junitProblems } from '#test/report/strict-junit.ts';
import { lookUpOf, resetOf } from '#test/support/orders-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { ordersScenario, startOrders, startOrdersForTest } from './support/orders.ts';

beforeAll(ensureBuild);

const unused = 'http://127.0.0.1:9';

function folderWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'orders.yaml'), text);
  return folder;
}

/** In a folder with `orders.yaml`, or without. */
const explore = (folder: string, ...flags: readonly string[]) =>
  runCommand(folder, ['explore', 'orders.yaml', '--json', 'reports/explore.json', ...flags], {
    XDG_CONFIG_HOME: join(folder, 'config'),
  });

const reportIn = (folder: string): ExplorationReport =>
  JSON.parse(readFileSync(join(folder, 'reports/explore.json'), 'utf8'));

describe('hookwright explore', () => {
  it('writes a finding as a scenario that fails, and never over another file', async () => {
    const text = ordersScenario(await startOrders({ ignoresCopies: false }))
      .replace('name:', 'variables: { user: u1 }\nname:')
      .replace('userId: u1', `userId: '\${user}'`);
    const folder = folderWith(text);
    writeFileSync(join(folder, 'orders.found.yaml'), '');
    symlinkSync('missing.yaml', join(folder, 'orders.found-2.yaml'));
    const { code, stdout } = await explore(folder, '--set', 'user=u2');
    expect(code).toBe(1);
    expect(stdout).toContain('orders.found-3.yaml');
    expect(readFileSync(join(folder, 'orders.found.yaml'), 'utf8')).toBe('');
    expect(reportIn(folder).finding?.disturbances).toMatchObject([{ kind: 'duplicate' }]);
    // The printed command repeats what ran.
    const [, repeat = ''] = /npx hookwright (run .*)$/m.exec(stdout) ?? [];
    expect(repeat).toBe('run orders.found-3.yaml --seed 1 --set user=u2');
    const again = await runCommand(folder, repeat.split(' '));
    expect(again.code).toBe(1);
  });

  it.runIf(process.platform === 'linux')('prints a finding that can not be written', async () => {
    const folder = folderWith(ordersScenario(await startOrders({ ignoresCopies: false })));
    // Not even root may create files there. Others learn that before the search.
    const result = await explore(folder, '--out', '/proc/found.yaml');
    expect(result).toMatchObject(
      process.getuid?.() === 0
        ? { code: 1, stdout: expect.stringContaining('scenario: 1') }
        : { code: 2, stderr: expect.stringContaining('/proc/found.yaml') },
    );
  });

  it('finds nothing in a receiver without bugs, and resumes after what was tried', async () => {
    const folder = folderWith(ordersScenario(await startOrders()));
    const flags = ['--disturb', 'duplicate', '--runs', '2'];
    const { code, stdout } = await explore(folder, ...flags);
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringContaining('2 of 2') });
    const incomplete = {
      ...{ verdict: 'inconclusive', reason: { code: 'incomplete' }, position: 2 },
      ...{ isComplete: false, remainingMs: expect.any(Number) },
      coverage: { kinds: [{ untried: 1 }], combinations: 0 },
    };
    expect(reportIn(folder)).toMatchObject(incomplete);
    // The command that continues is printed, and the third schedule is the last.
    const [, goOn = ''] = /^Continue: npx hookwright explore (.*)$/m.exec(stdout) ?? [];
    expect(goOn.split(' ')).toEqual(['orders.yaml', '--seed', '1', ...flags, '--resume']);
    const allowed = await explore(folder, ...flags, '--allow-incomplete');
    expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining('incomplete') });
    expect(reportIn(folder)).toMatchObject({ verdict: 'passed', position: 2, isComplete: false });
    expect((await explore(folder, ...flags, '--resume')).code).toBe(0);
    expect(reportIn(folder)).toMatchObject({
      ...{ verdict: 'passed', position: 3, isComplete: true, remainingMs: null },
      ...{ coverage: { kinds: [{ untried: 0 }] }, unchecked: ['server_clock', 'resumed'] },
    });
    expect(readdirSync(folder)).not.toContain('orders.found.yaml');
    // A repository holds no position, which could hide what is to be found.
    expect(readdirSync(folder)).not.toContain('hookwright-report');
  });

  it('explores nothing while a snapshot is missing', async () => {
    const then = '[{ deliveries: "", snapshot: missing.json }]';
    const folder = folderWith(ordersScenario(await startOrders(), { then }));
    expect((await explore(folder)).code).toBe(1);
    expect(reportIn(folder)).toMatchObject({ verdict: 'failed', coverage: { runs: 0 } });
  });

  it('counts though its position can not be saved', async () => {
    const folder = folderWith(ordersScenario(await startOrders()));
    writeFileSync(join(folder, 'config'), '');
    const { code, stderr } = await explore(folder, '--disturb', 'duplicate', '--runs', '1');
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--resume'),
    });
    expect(reportIn(folder)).toMatchObject({ position: 1, reason: { code: 'incomplete' } });
  });

  it('starts from the beginning after a finding, even with --resume', async () => {
    const header = 'hookwright-time';
    const orders = await startOrdersForTest({ forgetsBy: header });
    const text = ordersScenario(orders.url, { count: 1 });
    const folder = folderWith(text.replace('given:', `clock: { header: ${header} }\ngiven:`));
    const flags = ['--disturb', 'duplicate,late_retry', '--exhaustive', '1'];
    expect((await explore(folder, ...flags)).code).toBe(1);
    expect(reportIn(folder)).toMatchObject({
      ...{ position: 1, finding: { disturbances: [{ kind: 'late_retry' }] } },
    });
    orders.ignoresCopies = false;
    expect((await explore(folder, ...flags, '--resume')).code).toBe(1);
    expect(reportIn(folder)).toMatchObject({
      ...{ position: 0, finding: { disturbances: [{ kind: 'duplicate' }] } },
    });
  });

  it('works without lookUp, and reports what it did not check', async () => {
    const url = await startOrders({ ignoresCopies: false });
    const folder = folderWith(ordersScenario(url, { server: resetOf(url), then: null }));
    const { code, stdout } = await explore(folder, '--disturb', 'duplicate');
    expect(code).toBe(3);
    expect(stdout).toContain('lookUp');
    const unchecked = { isComplete: true, unchecked: ['side_effects', 'server_clock'] };
    const reason = { code: 'side_effects' };
    expect(reportIn(folder)).toMatchObject({ verdict: 'inconclusive', reason, ...unchecked });
    expect((await explore(folder, '--disturb', 'duplicate', '--responses-only')).code).toBe(0);
    expect(reportIn(folder)).toMatchObject({ verdict: 'passed', ...unchecked });
  });

  it('delays a message until its user is deleted', async () => {
    const url = await startOrders();
    const more = {
      when: '  - { after: 1m, delete: { users: [u1] } }',
      // Each message is looked up but the notice, which has no ID.
      then: null,
    };
    const folder = folderWith(ordersScenario(url, more));
    const { code } = await explore(folder, '--disturb', 'delete_first');
    expect(code).toBe(0);
    expect(reportIn(folder).coverage).toMatchObject({
      ...{ runs: 3, messages: 3 },
      kinds: [{ kind: 'delete_first', tried: 2, possible: 2, notApplicable: null }],
    });
    const without = folderWith(ordersScenario(url));
    const nothing = await explore(without, '--disturb', 'delete_first', '--allow-incomplete');
    expect(nothing).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('no user is deleted'),
    });
    expect(reportIn(without)).toMatchObject({ reason: { code: 'no_disturbances' } });
  });

  it('says that a deleted user was changed', async () => {
    const url = await startOrders({ deletesOrders: true });
    const folder = folderWith(
      ordersScenario(url, {
        when: '  - { after: 1m, delete: { users: [u1] } }',
        then: '[{ name: deleted, lookUp: orders, messages: type:track, count: 0, timeout: 1s }]',
      }),
    );
    const { code, stdout } = await explore(folder, '--disturb', 'delete_first');
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('u1 was changed once after it was deleted.'),
    });
    expect(readFileSync(join(folder, 'orders.found.yaml'), 'utf8')).toMatch(/u1 was changed once/);
  });

  it('accepts that a message of a deleted user gets 404 or 410', async () => {
    const when = '  - { after: 1m, delete: { users: [u1] } }';
    const then = '[{ name: deleted, lookUp: orders, messages: type:track, count: 0, timeout: 1s }]';
    const flags = ['--disturb', 'delete_first', '--responses-only'];
    async function codeWith(deletedStatus: number, isLookedUp: boolean) {
      const url = await startOrders({ deletesOrders: true, deletedStatus });
      const parts = isLookedUp ? { when, then } : { when, server: resetOf(url), then: null };
      return (await explore(folderWith(ordersScenario(url, parts)), ...flags)).code;
    }
    expect(await codeWith(404, true)).toBe(0);
    expect(await codeWith(410, false)).toBe(0);
    expect(await codeWith(403, true)).toBe(1);
  });

  it('judges 409 to a copy by the effect, but not 500', async () => {
    const orders = await startOrdersForTest({ copyStatus: 409 });
    // Each on both messages, then on each.
    const kinds = ['--disturb', 'lost_response,concurrent', '--runs', '6'];
    const folder = folderWith(ordersScenario(orders.url));
    expect(await explore(folder, ...kinds)).toMatchObject({ code: 0 });
    const parts = { server: resetOf(orders.url), then: null };
    const withoutLookUp = folderWith(ordersScenario(orders.url, parts));
    expect((await explore(withoutLookUp, ...kinds, '--responses-only')).code).toBe(0);
    const failing = await startOrdersForTest({ copyStatus: 500 });
    const failingFolder = folderWith(
      ordersScenario(failing.url, { ...parts, server: resetOf(failing.url) }),
    );
    expect((await explore(failingFolder, ...kinds, '--responses-only')).code).toBe(1);
    orders.ignoresCopies = false;
    expect((await explore(folder, ...kinds)).code).toBe(1);
    expect(reportIn(folder).finding).toMatchObject({ failures: [{ processed: 2 }], hang: null });
  });

  it('finds a receiver that forgets over time if it gets virtual time in a header', async () => {
    const text = ordersScenario(await startOrders({ forgetsBy: 'hookwright-time' }), { count: 1 });
    const flags = ['--disturb', 'late_retry'];
    const folder = folderWith(text);
    const { code, stdout } = await explore(folder, ...flags);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('clock') });
    expect(reportIn(folder)).toMatchObject({ unchecked: ['server_clock'] });
    const moved = folderWith(`${text}clock: { header: Hookwright-Time }\n`);
    expect((await explore(moved, ...flags)).code).toBe(1);
    expect(reportIn(moved)).toMatchObject({
      finding: { disturbances: [{ kind: 'late_retry' }], failures: [{ processed: 2 }] },
      unchecked: [],
    });
  });

  it('reports a case for each disturbance as JUnit', async () => {
    const orders = await startOrdersForTest();
    const folder = folderWith(ordersScenario(orders.url));
    const junit = ['--junit', 'reports/explore.xml'];
    const kinds = ['--disturb', 'duplicate,concurrent,delete_first', '--runs', '5'];
    const casesOf = async (...flags: readonly string[]) => {
      const { code } = await explore(folder, ...junit, ...flags);
      const xml = readFileSync(join(folder, 'reports/explore.xml'), 'utf8');
      expect(junitProblems(xml)).toEqual([]);
      const cases = xml.matchAll(/<testcase [^>]* name="([^"]*)">(?:<([a-z-]+))?/g);
      return { code, xml, cases: [...cases].map(([, name, outcome]) => [name, outcome]) };
    };
    const incomplete = await casesOf(...kinds);
    expect(incomplete).toMatchObject({
      code: 3,
      cases: [
        ['Duplicate', 'system-out'],
        ['Concurrent copies', 'error'],
        ['Deletion first', 'skipped'],
      ],
    });
    const allowed = await casesOf(...kinds, '--allow-incomplete');
    expect(allowed).toMatchObject({ code: 0, cases: { 1: ['Concurrent copies', 'system-out'] } });
    expect(allowed.xml).toContain('name="isComplete" value="false"');
    orders.ignoresCopies = false;
    const found = await casesOf(...kinds);
    expect(found).toMatchObject({
      code: 1,
      cases: { 0: ['Duplicate', 'failure'], 1: ['Concurrent copies', 'skipped'] },
    });
    orders.stop();
    const stopped = await casesOf(...kinds);
    expect(stopped.cases.map(([, outcome]) => outcome)).toEqual(Array(3).fill('error'));
  });

  it('names the disturbances with which a receiver stopped', async () => {
    const folder = folderWith(ordersScenario(await startOrders({ crashes: true })));
    const { code, stdout } = await explore(folder, '--disturb', 'duplicate');
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining('sent-1') });
    expect(reportIn(folder)).toMatchObject({
      ...{ verdict: 'inconclusive', reason: { code: 'server_not_reachable' }, finding: null },
    });
  });

  it('reports a receiver that fails without disturbances', async () => {
    const folder = folderWith(ordersScenario(await startOrders({ status: 500 })));
    const { code, stdout } = await explore(folder);
    expect(code).toBe(1);
    expect(stdout).toContain('without disturbances');
    expect(stdout).not.toContain('payloadShape');
    expect(reportIn(folder).finding).toMatchObject({ disturbances: [], hint: null, text: null });
  });

  it('hints at payloadShape if the message IDs that it looks up are not in the requests', async () => {
    const url = await startOrders();
    const destination = 'payloadShape: documented';
    const { code, stdout } = await explore(folderWith(ordersScenario(url, { destination })));
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining('payloadShape: full'),
    });
    // A header has the ID, so the cause is unknown.
    const withHeader = folderWith(
      ordersScenario(url, {
        destination: `${destination}, profile: standard-webhooks, sharedSecret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`,
      }),
    );
    await explore(withHeader);
    expect(reportIn(withHeader).finding).toMatchObject({ disturbances: [], hint: null });
  });
});

describe('hookwright explore --exhaustive', () => {
  const kinds = ['--disturb', 'duplicate,lost_response'];

  it('resumes with the same receiver, and ends with a certificate', async () => {
    const orders = await startOrdersForTest({ copyStatus: 409 });
    const folder = folderWith(ordersScenario(orders.url));
    const flags = [...kinds, '--exhaustive', '1', '--receiver-version', '1.4 beta'];
    const started = await explore(folder, ...flags, '--runs', '1');
    expect(started.code).toBe(3);
    expect(started.stdout).toContain("--receiver-version '1.4 beta' --resume");
    // The server refused a copy, so what is equivalent to the first schedule runs, too.
    expect(reportIn(folder)).toMatchObject({ position: 1, exhaustive: { unpredicted: [0] } });
    orders.copyStatus = null;
    const other = [...kinds, '--exhaustive', '1', '--receiver-version', '1.5', '--resume'];
    await explore(folder, ...other, '--runs', '1');
    expect(reportIn(folder)).toMatchObject({ position: 1, exhaustive: { ran: 1 } });
    const { code, stdout } = await explore(folder, ...flags, '--resume');
    expect(code).toBe(0);
    const sha256 = createHash('sha256').update(readFileSync(join(folder, 'orders.yaml')));
    const digest = sha256.digest('hex');
    for (const part of ['Certificate', '1.4 beta', digest]) expect(stdout).toContain(part);
    expect(reportIn(folder)).toMatchObject({
      ...{ verdict: 'passed', isComplete: true, remainingMs: null },
      exhaustive: {
        ...{ maxDisturbances: 1, schedules: 4, ran: 3, equivalent: 1, unpredicted: [0] },
        ...{ shard: null, receiverVersion: '1.4 beta' },
        files: [{ file: 'orders.yaml', sha256: digest }],
      },
    });
  });

  it('starts from the beginning if the environment has other values', async () => {
    const text = ordersScenario(await startOrders())
      .replace('name:', 'variables: { user: { env: ORDERS_USER } }\nname:')
      .replace('userId: u1', `userId: '\${user}'`);
    const folder = folderWith(text);
    const flags = [...kinds, '--exhaustive', '1', '--runs', '1', '--resume'];
    const positionOf = async (user: string) => {
      await runCommand(
        folder,
        ['explore', 'orders.yaml', '--json', 'reports/explore.json', ...flags],
        {
          ...{ XDG_CONFIG_HOME: join(folder, 'config'), ORDERS_USER: user },
        },
      );
      return reportIn(folder).position;
    };
    expect(await positionOf('u1')).toBe(1);
    expect(await positionOf('u2')).toBe(1);
    expect(await positionOf('u1')).toBeGreaterThan(1);
  });

  it('spreads the schedules over shards, and finds the smallest', async () => {
    const orders = await startOrdersForTest();
    const folder = folderWith(ordersScenario(orders.url));
    const shard = async (index: number) => {
      const flags = [...kinds, '--exhaustive', '1', '--shard', `${index}/2`];
      const { code } = await explore(folder, ...flags, '--junit', 'reports/explore.xml');
      return { code, report: reportIn(folder) };
    };
    for (const index of [1, 2])
      expect(await shard(index)).toMatchObject({
        code: 0,
        report: { exhaustive: { schedules: 4, ran: 1, equivalent: 1, shard: { index } } },
      });
    const xml = readFileSync(join(folder, 'reports/explore.xml'), 'utf8');
    expect(xml).toContain('name="Shard" value="2/2"');
    orders.ignoresCopies = false;
    expect(await shard(2)).toMatchObject({
      code: 1,
      report: { finding: { disturbances: [{ kind: 'duplicate', messageId: 'sent-2' }] } },
    });
  });

  it('gives no certificate if something was left out, or nothing was observed', async () => {
    const url = await startOrders();
    const folder = folderWith(ordersScenario(url));
    const flags = [...kinds, '--exhaustive', '2'];
    const incomplete = await explore(folder, ...flags, '--runs', '1', '--allow-incomplete');
    expect(incomplete.code).toBe(0);
    expect(incomplete.stdout).not.toContain('Certificate');
    const unobserved = folderWith(ordersScenario(url, { server: resetOf(url), then: null }));
    const { code, stdout } = await explore(unobserved, ...flags);
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.not.stringContaining('Certif') });
  });

  it('refuses a number of disturbances with too many schedules', async () => {
    const text = ordersScenario(await startOrders(), { count: 8 });
    const folder = folderWith(text);
    expect((await explore(folder, '--exhaustive', '8')).code).toBe(3);
    expect(reportIn(folder)).toMatchObject({
      ...{ reason: { code: 'too_many_schedules' }, coverage: { runs: 0 }, exhaustive: null },
    });
  });
});

describe('hookwright explore exits with 2 for', () => {
  const valid = ordersScenario(unused);
  it.each([
    [
      'a scenario without a server',
      valid
        .replace(/ {2}servers:.*/, '  mocks: [{ name: orders }]')
        .replace('server: orders', 'mock: orders')
        .replace(/^then:.*/m, 'then: [{ lost: 0 }]'),
      [],
      ['given.servers', 'url, reset and lookUp'],
    ],
    [
      'a server without a reset',
      ordersScenario(unused, { server: lookUpOf(unused) }),
      [],
      ['"orders"', 'Add reset: { url'],
    ],
    [
      'a server that the scenario lacks',
      valid,
      ['--server', 'other'],
      ['--server: ', '"other"', 'orders'],
    ],
    [
      'several servers',
      valid
        .replace(/ {2}servers: \[(.*)\]/, `$&`)
        .replace(' }]\n  destinations', ` }, { name: billing, url: ${unused} }]\n  destinations`),
      [],
      ['--server: ', 'orders, billing'],
    ],
    ['an unknown key, at its place', valid.replace('url:', 'ulr:'), [], ['orders.yaml:5:', 'ulr']],
    ['an invalid YAML file', 'scenario: [1', [], ['orders.yaml:1:']],
    ['an unknown case', valid, ['--case', 'big'], ['no case "big"']],
    ['an unknown disturbance', valid, ['--disturb', 'twice'], ['--disturb', 'delete_first']],
    ['an invalid seed', valid, ['--seed', 'x'], ['--seed']],
    ['an invalid budget', valid, ['--budget', 'long'], ['--budget']],
    ['a budget and a number of runs', valid, ['--budget', '5s', '--runs', '3'], ['--runs']],
    ['a shard of a search', valid, ['--shard', '1/2'], ['--shard', '--exhaustive']],
    ['an impossible shard', valid, ['--exhaustive', '1', '--shard', '3/2'], ['--shard']],
    ['no disturbances', valid, ['--exhaustive', '0'], ['--exhaustive']],
    ['a folder that is missing', valid, ['--out', 'missing/found.yaml'], ['--out', 'Create it']],
    ['a file that exists', valid, ['--out', 'orders.yaml'], ['--out', 'Choose another']],
    [
      'a server on another machine',
      ordersScenario('https://shop.example'),
      [],
      ['https://shop.example', '--allow-origin'],
    ],
  ] as const)('%s', async (_, text, flags, parts) => {
    const { code, stdout, stderr } = await explore(folderWith(text), ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const part of parts) expect(stderr).toContain(part);
  });

  it('a missing file', async () => {
    const { code, stderr } = await explore(temporaryFolder());
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('orders.yaml') });
  });
});

describe('hookwright explore exits with 3 if', () => {
  it.each([
    [
      'the reset fails',
      { reset: 500 },
      [],
      'reset_failed',
      /reset of orders, returned 500.*200 to 299/,
    ],
    [
      'a lookup returns no number',
      { lookUp: '<html>' },
      [],
      'look_up_failed',
      /lookUp.*Return a number/,
    ],
    [
      'a request never gets a response',
      { status: null },
      // Long enough for a busy machine to send a request; each waits for 5 s.
      ['--limit', '9s'],
      'time_limit',
      /orders.*Respond to each/,
    ],
  ] as const)('%s', async (_, behavior, flags, code, message) => {
    const orders = await startOrdersForTest(behavior);
    const folder = folderWith(ordersScenario(orders.url));
    const result = await explore(folder, ...flags);
    expect(orders.deliveries() > 0, 'has a delivery').toBe(code !== 'reset_failed');
    expect(result.code).toBe(3);
    expect(result.stdout).toMatch(message);
    expect(reportIn(folder)).toMatchObject({ verdict: 'inconclusive', reason: { code } });
  });

  it('messages are not distinguishable', async () => {
    const url = await startOrders();
    // Without message IDs in the bodies.
    const options = { destination: 'payloadShape: documented', server: resetOf(url), then: null };
    const folder = folderWith(ordersScenario(url, options));
    const { code, stdout } = await explore(folder);
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining('payloadShape') });
    expect(reportIn(folder).reason?.code).toBe('equal_messages');
  });

  it('the receiver is not running', async () => {
    const { code, stdout } = await explore(folderWith(ordersScenario(unused)));
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringMatching(/orders.*Start it/),
    });
  });
});
