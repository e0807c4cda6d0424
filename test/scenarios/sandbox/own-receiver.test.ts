/** The scenario for one's own receiver, against receivers with planted bugs. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runFile, runText } from '#test/support/run-scenario.ts';
import { skipWithout } from '#test/support/skipped.ts';
import { findLanguage } from '../../../scripts/languages.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';

const scenario = resolve(import.meta.dirname, '../../../examples/scenarios/own-receiver.yaml');

/** Virtual time stands still during an attempt, however busy the machine is. */
const withoutDurations = { change: () => ({ setServers: async () => undefined }) };

/** Expectations of the scenario that fail, by their place in it. */
const [genuine, forged, sideEffects, duration] = [0, 1, 2, 3];

async function failing(
  command: readonly string[],
  options: Partial<typeof withoutDurations> = {},
): Promise<readonly number[]> {
  const [program = '', file = '', ...args] = command;
  const receiver = spawn(program, [resolve(import.meta.dirname, 'receivers', file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(receiver.stdout, 'data');
    const { report } = await runFile(scenario, {
      set: { base: `http://127.0.0.1:${String(port).trim()}` },
      environment: { ORDERS_SECRET: 's3cret' },
      ...options,
    });
    expect(report.inconclusive).toEqual([]);
    return report.checks.flatMap(({ verdict }, index) => (verdict === 'failed' ? [index] : []));
  } finally {
    receiver.kill();
  }
}

it.each([
  { mode: 'correct', expected: [] },
  { mode: 'duplicates', expected: [sideEffects] },
  { mode: 'order', expected: [genuine, sideEffects] },
  { mode: 'signature', expected: [forged] },
])('a receiver with mode $mode', async ({ mode, expected }) => {
  expect(await failing([ownNode, 'orders.mjs', mode], withoutDurations)).toEqual(expected);
});

it('a slow receiver', async () => {
  expect(await failing([ownNode, 'orders.mjs', 'slow'])).toContain(duration);
});

const python = findLanguage('Python');
if (python === null) skipWithout('Python');
else
  it('a receiver in Python without bugs', async () => {
    expect(await failing([python, 'orders.py'], withoutDurations)).toEqual([]);
  });

const certified = (given: string, target: string) => `
scenario: 1
name: A certification
given:
${given}
when:
  - finish: {}
then:
  - certification: ${target}
`;

it('is certified with the profile and the headers that its destination sends', async () => {
  const secret = 'secret-of-github';
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const digest = createHmac('sha256', secret).update(body).digest('hex');
    const { 'x-hub-signature-256': signature, 'x-key': key } = request.headers;
    response.statusCode = key === 'k' && signature === `sha256=${digest}` ? 200 : 401;
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { report } = await runText(
    certified(
      `  servers: [{ name: own, url: '${url}' }]
  destinations:
    - name: Hooks
      profile: github
      sharedSecret: ${secret}
      webhooks: [{ server: own, headers: { X-Key: k } }]`,
      'own',
    ),
  );
  expect(report).toMatchObject({ verdict: 'passed', inconclusive: [] });
});

it("is inconclusive if it can't be certified", async () => {
  const { report } = await runText(certified('  mocks: [{ name: shop }]', 'shop'));
  expect(report.inconclusive).toMatchObject([{ code: 'step_failed' }]);
});
