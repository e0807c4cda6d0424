/** The scripts of the GitHub Action, run with bash as GitHub does, on the built program. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { ownNode } from '../../scripts/node-binary.mjs';
import { cli } from '../e2e/support/start-host.ts';

const project = resolve(import.meta.dirname, '../..');
const Action = z.looseObject({
  runs: z.looseObject({
    steps: z.array(z.looseObject({ id: z.string().optional(), run: z.string().optional() })),
  }),
});
const { runs } = Action.parse(parse(readFileSync(join(project, 'action.yml'), 'utf8')));

function makeProgram(file: string, script: string): void {
  writeFileSync(file, `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(file, 0o755);
}

function makeJob() {
  const folder = temporaryFolder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const output = join(folder, 'output');
  const summary = join(folder, 'summary');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  return {
    workspace,
    programs,
    summary: () => (existsSync(summary) ? readFileSync(summary, 'utf8') : ''),
    /** Runs a step; returns its exit code, its output, and the outputs it has set. */
    run(id: string, env: Readonly<Record<string, string>>) {
      writeFileSync(output, '');
      const script = join(folder, `${id}.sh`);
      writeFileSync(script, runs.steps.find((step) => step.id === id)?.run ?? 'exit 99');
      // The command line of `shell: bash`.
      const flags = ['--noprofile', '--norc', '-eo', 'pipefail', script];
      const { status, stdout, stderr } = spawnSync('bash', flags, {
        cwd: workspace,
        encoding: 'utf8',
        env: {
          ...process.env,
          PATH: `${programs}${delimiter}${process.env.PATH}`,
          GITHUB_ACTIONS: 'true',
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          RUNNER_TEMP: folder,
          ...env,
        },
      });
      const lines = readFileSync(output, 'utf8').trim().split('\n');
      const outputs = Object.fromEntries(lines.map((line) => line.split('=', 2)));
      return { status, stdout, stderr, outputs };
    },
  };
}

describe('the install step', () => {
  it('takes the version that the project has installed', () => {
    const job = makeJob();
    const bin = join(job.workspace, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    makeProgram(join(bin, 'hookwright'), '');
    makeProgram(join(job.programs, 'npm'), 'exit 1');
    expect(job.run('install', { PACKAGE: '' })).toMatchObject({
      status: 0,
      outputs: { command: join(bin, 'hookwright') },
    });
  });

  it.each([
    ['', 'hookwright'],
    ['hookwright@1.2.3', 'hookwright@1.2.3'],
  ])('installs the package %j outside the project', (given, installed) => {
    const job = makeJob();
    makeProgram(join(job.programs, 'npm'), 'for last; do :; done; echo "installs $last"');
    const { status, stdout, outputs } = job.run('install', { PACKAGE: given });
    expect(status).toBe(0);
    expect(stdout).toContain(`installs ${installed}\n`);
    expect(outputs.command).not.toContain(job.workspace);
  });
});

const scenario = (lost: number): string => `scenario: 1
name: One message
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop }]
  destinations: [{ name: Orders, sources: [Shop], webhooks: [{ mock: shop }] }]
when:
  - send: { source: Shop, message: { type: track, userId: u, event: E } }
then:
  - lost: ${lost}
`;

const inputs = { FILES: '', ARGUMENTS: '', SHARD: '' };

describe('the run step', () => {
  it.each<[string, (reports: string, secrets: string) => void]>([
    ['the folder itself', (reports, secrets) => symlinkSync(secrets, reports)],
    [
      'links in the folder',
      (reports, secrets) => {
        mkdirSync(reports);
        symlinkSync(secrets, join(reports, 'archives'));
        symlinkSync(join(secrets, 'config'), join(reports, 'junit.xml'));
      },
    ],
  ])('publishes no files that a link in the repository leads to: %s', (_, plant) => {
    const job = makeJob();
    const secrets = join(job.workspace, '.git');
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'config'), 'secret');
    plant(join(job.workspace, 'hookwright-report'), secrets);
    const command = join(job.programs, 'hookwright');
    makeProgram(command, 'while [ "$1" != --json ]; do shift; done; echo report > "$2"');
    const { status, outputs } = job.run('run', { ...inputs, COMMAND: command });
    expect(status).toBe(0);
    // What the next step uploads; it follows links.
    expect(readdirSync(outputs['report-directory'] ?? '')).toEqual(['report.json']);
    expect(readdirSync(secrets)).toEqual(['config']);
  });

  beforeAll(ensureBuild);
  function jobWith(files: Readonly<Record<string, string>>) {
    const job = makeJob();
    mkdirSync(join(job.workspace, 'scenarios'));
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(job.workspace, name), text);
    const command = join(job.programs, 'hookwright');
    makeProgram(command, `exec '${ownNode}' '${cli}' "$@"`);
    return {
      ...job,
      run: (env: object) => job.run('run', { ...inputs, COMMAND: command, ...env }),
    };
  }

  it('passes with the scenarios of the project, and writes reports and a summary', () => {
    const job = jobWith({ 'scenarios/one.yaml': scenario(0) });
    const { status, outputs, stdout } = job.run({});
    expect(status, stdout).toBe(0);
    expect(outputs['exit-code']).toBe('0');
    expect(readdirSync(outputs['report-directory'] ?? '')).toEqual([
      'junit.xml',
      'report.html',
      'report.json',
    ]);
    expect(job.summary()).toContain('One message');
  });

  it('fails with an annotation and a run archive', () => {
    const job = jobWith({ 'a file.yaml': scenario(1), 'scenarios/one.yaml': scenario(0) });
    const { status, outputs, stdout } = job.run({ FILES: 'a file.yaml\n' });
    expect(status).toBe(1);
    expect(outputs['exit-code']).toBe('1');
    expect(stdout).toMatch(/^::error file=a file\.yaml/m);
    expect(readdirSync(join(outputs['report-directory'] ?? '', 'archives'))).toContain(
      'a-file-1.hookwright-run',
    );
  });

  it('passes on arguments and the shard, and the exit code of an invalid option', () => {
    const job = jobWith({ 'scenarios/one.yaml': scenario(1) });
    const arguments_ = '--tag=other\n--quiet\n';
    expect(job.run({ ARGUMENTS: arguments_ }).status).toBe(2);
    expect(job.run({ SHARD: '3/2' })).toMatchObject({ status: 2, outputs: { 'exit-code': '2' } });
  });
});
