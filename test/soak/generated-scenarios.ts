/** Generated scenarios: each runs twice with the same history, and every invariant holds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { mockFaultNames } from '#shared/mocks/faults.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { project } from '#test/scenarios/sandbox/conformance-files.ts';

/** A refused connection can only be a receiver's last step. */
const faults = mockFaultNames.filter((name) => name !== 'refuse_connection');
const minutes = (max: number) => fc.integer({ min: 1, max }).map((count) => `${count}m`);

const step = fc.record({
  status: fc.constantFrom(200, 200, 204, 302, 400, 429, 500, 503),
  times: fc.integer({ min: 1, max: 3 }),
  delayMs: fc.constantFrom(0, 0, 300, 4_999, 6_000),
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none') },
    { weight: 1, arbitrary: fc.constantFrom(...faults) },
  ),
});

const receiver = fc.record({
  secret: fc.constant('s3cret'),
  strict: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  then: fc.constantFrom('stay', 'repeat', 'random'),
  rateLimit: fc.option(fc.record({ perSecond: fc.integer({ min: 1, max: 20 }) })),
});

const receivers = ['one', 'two', 'three'];

const destination = fc.record({
  sharedSecret: fc.constant('s3cret'),
  sources: fc.constant(['Shop']),
  fanOut: fc.constantFrom('any', 'each'),
  webhooks: fc
    .subarray(receivers, { minLength: 1 })
    .map((names) => names.map((name) => ({ receiver: name }))),
});

const send = fc
  .record({
    count: fc.integer({ min: 1, max: 20 }),
    over: minutes(60),
    order: fc.constantFrom('given', 'shuffled', 'reversed'),
  })
  .map((input) => ({ send: { source: 'Shop', sample: 'track', ...input } }));

const action = fc.oneof(
  { weight: 3, arbitrary: send },
  fc
    .record({ receiver: fc.constantFrom(...receivers), for: minutes(90) })
    .map((outage) => ({ outage })),
  fc.record({ down: minutes(10) }).map((crash) => ({ crash })),
  fc.record({ down: minutes(10) }).map((restart) => ({ restart })),
  fc
    .record({ name: fc.constantFrom(...receivers), steps: fc.array(step, { minLength: 1 }) })
    .map((change) => ({ receiver: change })),
  fc.boolean().map((enabled) => ({ destination: { name: 'First', enabled } })),
  minutes(30).map((time) => ({ wait: { for: time } })),
  fc.constant({ finish: {} }),
);

const scenario = fc
  .record({
    seed: fc.integer({ min: 0, max: 1_000 }),
    receivers: fc.tuple(receiver, receiver, receiver),
    destinations: fc.tuple(destination, destination),
    when: fc.tuple(send, fc.array(action, { maxLength: 6 })),
  })
  .map(({ seed, when: [first, rest], ...given }) => ({
    scenario: 1,
    name: 'Generated',
    seed,
    clock: { horizon: '12h' },
    given: {
      sources: [{ name: 'Shop' }],
      receivers: given.receivers.map((one, index) => ({ name: receivers[index], ...one })),
      destinations: given.destinations.map((one, index) => ({
        name: index === 0 ? 'First' : 'Second',
        ...one,
      })),
    },
    when: [first, ...rest],
  }));

/** Returns whether all passed, each twice with the same digest. JSON is YAML. */
export async function generatedRuns(
  count: number,
  seed: number,
  say: (line: string) => void,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-generated-'));
  fc.sample(scenario, { numRuns: count, seed }).forEach((one, index) => {
    writeFileSync(join(folder, `${index + 1}.yaml`), JSON.stringify(one, null, 1));
  });
  const report = join(folder, 'report.json');
  const flags = ['--workers', '2', '--repeat', '2', '--quiet', '--archive', 'never'];
  const child = spawn(
    process.execPath,
    [join(project, 'out/node/cli.js'), 'run', ...flags, '--json', report, folder],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  const holds = code === 0;
  const reports: readonly RunReport[] = holds
    ? JSON.parse(readFileSync(report, 'utf8')).reports
    : [];
  say(`${holds ? 'ok    ' : 'FAILED'} generated with seed ${seed}: ${reports.length} runs`);
  if (holds) rmSync(folder, { recursive: true, force: true });
  else say(`  Kept in ${folder}`);
  return holds;
}
