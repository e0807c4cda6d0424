/** The files of the guide for CI are valid, and a suite that is split as they say gives one report. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { beforeAll, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ScenarioDurations } from '#shared/scenarios/schema/durations.ts';
import { RunReports } from '#shared/scenarios/schema/report.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { readPage } from '../../scripts/docs/pages.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { runCommand } from '../hosts/headless/support/run-command.ts';
import { codeBlocks } from './code-blocks.ts';

const project = resolve(import.meta.dirname, '../..');
const guide = codeBlocks(readPage('guides/ci'));

const filesOf = (note: string): readonly string[] =>
  guide.filter((block) => block.note === note).map(({ code }) => code);

const fileOf = (note: string): string => {
  const [code, ...others] = filesOf(note);
  expect(others).toEqual([]);
  return code ?? expect.fail(`There is no ${note} file`);
};

type Variables = Readonly<Record<string, string>>;

/** The arguments of the program that a script runs, expanded by bash. */
function argumentsOf(script: string, cwd: string, env: Variables): readonly string[] {
  const programs = 'npm() { :; }; npx() { shift; hookwright "$@"; };';
  const printed = `hookwright() { printf '%s\\0' "$@"; };`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-euo', 'pipefail', '-c', `${programs} ${printed} ${script}`],
    { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
  );
  expect(status, stderr).toBe(0);
  return stdout.split('\0').slice(0, -1);
}

const scenario = `scenario: 1
name: One message
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop }]
  destinations: [{ name: Orders, sources: [Shop], webhooks: [{ mock: shop }] }]
when:
  - send: { source: Shop, message: { type: track, userId: u, event: E } }
then:
  - lost: 0
`;
const names = ['a', 'b', 'c', 'd', 'e'].map((name) => join('scenarios', `${name}.yaml`));

/** A checkout, and the folders that its jobs share. */
function checkout(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scenarios'));
  for (const name of names) writeFileSync(join(folder, name), scenario);
  const scenarios = names.map((file, index) => ({ file, case: null, durationMs: 10 ** index }));
  writeFileSync(join(folder, 'durations.json'), JSON.stringify({ format: 1, scenarios }));
  return folder;
}

async function run(folder: string, script: string, env: Variables = {}): Promise<string> {
  const { code, stdout, stderr } = await runCommand(folder, argumentsOf(script, folder, env), env);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** The durations of earlier runs balance it. */
async function runShard(folder: string, script: string, env: Variables): Promise<void> {
  expect(await run(folder, script, env)).toMatch(/shard \d\/4 .*durations hash/);
}

/** Runs the script of the job that merges; all scenarios are in its report, and their durations are kept. */
async function merge(folder: string, script: string, env: Variables = {}): Promise<string> {
  const stdout = await run(folder, `${script} --json merged.json`, env);
  const { reports } = RunReports.parse(
    JSON.parse(readFileSync(join(folder, 'merged.json'), 'utf8')),
  );
  expect(reports.map((report) => report.scenario.file).sort()).toEqual(names);
  const durations = JSON.parse(readFileSync(join(folder, 'durations.json'), 'utf8'));
  expect(ScenarioDurations.parse(durations).scenarios.map(({ file }) => file)).toEqual(names);
  return stdout;
}

beforeAll(ensureBuild);

const Step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Steps = z.looseObject({ steps: z.array(Step) });

it('the workflow of GitHub runs every shard', async () => {
  const content = fileOf('github');
  const { context } = parseWorkflow({ name: 'ci.yml', content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors()).toEqual([]);
  const { jobs } = z
    .object({
      jobs: z.object({
        durations: Steps,
        scenarios: Steps.extend({
          needs: z.literal('durations'),
          strategy: z.object({
            'fail-fast': z.literal(false),
            matrix: z.object({ shard: z.array(z.number()) }),
          }),
        }),
        report: Steps.extend({ needs: z.literal('scenarios') }),
      }),
    })
    .parse({ jobs: parse(content).jobs });
  const inputs = jobs.scenarios.steps.find(({ uses }) => uses?.startsWith('your-org/'))?.with;
  const Inputs = z.strictObject({
    ...{ shard: z.string(), arguments: z.string(), 'artifact-name': z.string() },
  });
  const given = Inputs.parse(inputs);
  const { runs } = z
    .looseObject({ runs: Steps })
    .parse(parse(readFileSync(join(project, 'action.yml'), 'utf8')));
  const action = runs.steps.find(({ run: script }) => script?.includes('--shard'))?.run ?? '';
  const folder = checkout();
  mkdirSync(join(folder, 'reports'));
  for (const shard of jobs.scenarios.strategy.matrix.shard) {
    const filled = (text: string): string =>
      text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name) =>
        String({ 'matrix.shard': shard, 'github.run_attempt': 1 }[name as string]),
      );
    const output = join(folder, 'output');
    await runShard(folder, action, {
      ...{ COMMAND: 'hookwright', FILES: '', ARGUMENTS: given.arguments },
      ...{ SHARD: filled(given.shard), RUNNER_TEMP: folder, GITHUB_OUTPUT: output },
    });
    const [, reports = ''] = /report-directory=(.*)/.exec(readFileSync(output, 'utf8')) ?? [];
    renameSync(reports, join(folder, 'reports', filled(given['artifact-name'])));
    writeFileSync(output, '');
  }
  const script = jobs.report.steps.flatMap(({ run: line }) => line ?? []).join('\n');
  await merge(folder, script);
});

const Cache = z.strictObject({
  ...{ key: z.literal('durations'), paths: z.tuple([z.literal('durations.json')]) },
  policy: z.enum(['pull', 'push']),
  when: z.literal('always').optional(),
});
const GitLabJob = z.strictObject({
  stage: z.string(),
  when: z.literal('always').optional(),
  parallel: z.int().min(2).optional(),
  cache: Cache.optional(),
  script: z.array(z.string()),
  artifacts: z.strictObject({
    when: z.literal('always').optional(),
    paths: z.array(z.string()),
    reports: z.strictObject({ junit: z.string() }).optional(),
  }),
});

it('the pipeline of GitLab runs every shard', async () => {
  const pipeline = z
    .strictObject({
      default: z.strictObject({ image: z.string() }),
      stages: z.array(z.string()),
      ...{ durations: GitLabJob, scenarios: GitLabJob, report: GitLabJob },
    })
    .parse(parse(fileOf('gitlab')));
  const { stages, durations, scenarios, report } = pipeline;
  // A job gets the artifacts of the stages before it.
  expect([durations, scenarios, report].map(({ stage }) => stage)).toEqual(stages);
  expect([durations, report].map(({ cache }) => cache?.policy)).toEqual(['pull', 'push']);
  expect(durations.artifacts.paths).toEqual(['durations.json']);
  expect(scenarios.artifacts.paths).toContain('reports');
  const folder = checkout();
  const total = scenarios.parallel ?? 0;
  for (const index of Array.from({ length: total }, (_, at) => at + 1))
    await runShard(folder, scenarios.script.join('\n'), {
      ...{ CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: `${total}` },
    });
  await merge(folder, report.script.join('\n'));
});

const Job = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata: z.strictObject({ name: z.string() }),
  spec: z.strictObject({
    completionMode: z.literal('Indexed').optional(),
    completions: z.int().optional(),
    parallelism: z.int().optional(),
    backoffLimit: z.int().optional(),
    backoffLimitPerIndex: z.int().optional(),
    template: z.strictObject({
      spec: z.strictObject({
        restartPolicy: z.literal('Never'),
        containers: z.tuple([
          z.strictObject({
            ...{ name: z.string(), image: z.string() },
            env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
            command: z.tuple([z.literal('sh'), z.literal('-c')]),
            args: z.tuple([z.string()]),
            volumeMounts: z.tuple([
              z.strictObject({ name: z.literal('shared'), mountPath: z.literal('/shared') }),
            ]),
          }),
        ]),
        volumes: z.tuple([
          z.strictObject({
            name: z.literal('shared'),
            persistentVolumeClaim: z.strictObject({ claimName: z.string() }),
          }),
        ]),
      }),
    }),
  }),
});

it('the Indexed Job of Kubernetes runs every shard, and one that failed again', async () => {
  const jobs = filesOf('kubernetes')
    .flatMap((text) => parseAllDocuments(text))
    .map((document) => Job.parse(document.toJS()));
  const [scenarios, report] = jobs;
  if (scenarios === undefined || report === undefined || jobs.length > 2) expect.fail();
  const folder = checkout();
  const scriptOf = ({ spec }: typeof scenarios): string =>
    spec.template.spec.containers[0].args[0].replaceAll('/shared', folder);
  const env = ({ spec }: typeof scenarios): Variables =>
    Object.fromEntries(
      spec.template.spec.containers[0].env.map(({ name, value }) => [name, value]),
    );
  expect(env(report)).toEqual(env(scenarios));
  const indexes = Array.from({ length: scenarios.spec.completions ?? 0 }, (_, index) => index);
  for (const [pod, index] of [0, ...indexes].entries())
    await runShard(folder, scriptOf(scenarios), {
      ...env(scenarios),
      ...{ JOB_COMPLETION_INDEX: `${index}`, HOSTNAME: `scenarios-${index}-${pod}` },
    });
  expect(await merge(folder, scriptOf(report), env(report))).toContain('Shard 1/4 ran 2 times.');
});
