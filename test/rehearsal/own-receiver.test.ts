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

/** Expectations of the scenario that fail, by their place in it. */
const [genuine, forged, sideEffects, duration] = [0, 1, 2, 3];
const bugs: readonly { readonly mode: string; readonly failing: readonly number[] }[] = [
  { mode: 'correct', failing: [] },
  { mode: 'duplicates', failing: [sideEffects] },
  { mode: 'order', failing: [genuine, sideEffects] },
  { mode: 'signature', failing: [forged] },
  { mode: 'slow', failing: [duration] },
];

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

describe.each(languages)('a receiver in $language', (one) => {
  it.skipIf(!one.isPresent).each(bugs)('with mode $mode', async ({ mode, failing }) => {
    const { report } = await run(one.command, mode);
    const found = report.checks.flatMap(({ verdict }, index) =>
      verdict === 'failed' ? [index] : [],
    );
    expect(found).toEqual(failing);
    expect(report.inconclusive).toEqual([]);
  });
});
