/** The scenario for one's own receiver, against receivers with planted bugs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownNode } from '../../scripts/node-binary.mjs';
import { runFile } from '../support/run-scenario.ts';

const scenario = resolve(import.meta.dirname, '../../examples/scenarios/own-receiver.yaml');

const hasPython = spawnSync('python3', ['--version']).status === 0;

const languages = [
  { language: 'Node', isPresent: true, command: [ownNode, 'orders.mjs'] },
  { language: 'Python', isPresent: hasPython, command: ['python3', 'orders.py'] },
] as const;

/** Names of the expectations that fail. */
const bugs = [
  { mode: 'correct', failing: [] },
  { mode: 'duplicates', failing: ['each order has one side effect'] },
  {
    mode: 'order',
    failing: ['everything genuine is accepted', 'each order has one side effect'],
  },
  { mode: 'signature', failing: ['every forgery is rejected'] },
  { mode: 'slow', failing: ['it responds well inside five seconds'] },
] as const;

async function run(command: readonly string[], mode: string) {
  const [program = '', file = ''] = command;
  const receiver = spawn(program, [resolve(import.meta.dirname, 'receivers', file), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(receiver.stdout, 'data');
    return await runFile(scenario, {
      set: { base: `http://127.0.0.1:${String(port).trim()}` },
      environment: { ORDERS_SECRET: 's3cret' },
    });
  } finally {
    receiver.kill();
  }
}

describe.each(languages)('a receiver in $language', { timeout: 120_000 }, (one) => {
  it.skipIf(!one.isPresent).each(bugs)('with mode $mode', async ({ mode, failing }) => {
    const result = await run(one.command, mode);
    expect(result.failing).toEqual(failing);
    expect(result.report.inconclusive).toEqual([]);
  });
});
