/** `hookwright scenarios merge`: which files make a whole suite, and the durations that balance its shards. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareReports, mergeReports } from '#main/hosts/cli/scenarios/report-commands.ts';
import {
  readDurations,
  scenariosOfShard,
  selectionHashOf,
} from '#main/hosts/cli/scenarios/shards.ts';
import { runLine, verdictCounts } from '#shared/report/scenario-text.ts';
import { type RunReport, RunReports, type SuiteShard } from '#shared/scenarios/schema/report.ts';
import { emptyFilm } from '#test/scenarios/empty-film.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const report = (file: string, verdict: RunReport['verdict'] = 'passed'): RunReport => ({
  format: 1,
  version: '0.0.0-test',
  scenario: { file, name: file, description: null, tags: [], case: null },
  seed: 1,
  verdict,
  inconclusive: [],
  checks: [],
  historyHash: '',
  virtualMs: 0,
  counts: { messages: 0, deliveries: 0, attempts: 0, requests: 0, open: 0 },
  timeline: { film: emptyFilm, steps: [], outages: [], bucketMs: 1, lanes: [] },
  command: '',
  real: { startedAt: '2026-01-01T00:00:00.000Z', durationMs: 0, archive: null },
});

const interrupted: RunReport = {
  ...report('b', 'inconclusive'),
  inconclusive: [{ code: 'interrupted', message: 'The run was interrupted.', place: null }],
};

type File = Partial<Omit<RunReports, 'format'>>;

const suite = [report('a'), report('b')];
const [other = '', another = ''] = [selectionHashOf([]), selectionHashOf([report('c')])];

const shard = (
  index: number,
  count: number,
  reports: RunReport[],
  more: Partial<SuiteShard> = {},
): File => ({
  shard: { index, count, selectionHash: selectionHashOf(suite), durationsHash: null, ...more },
  reports,
});

/** In 2026. */
const startedAt = (minute: number): string =>
  new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

const at = (minute: number, file: File): File => ({ ...file, startedAt: startedAt(minute) });

function filesOf(files: readonly unknown[]) {
  const folder = temporaryFolder();
  const paths = files.map((file, index) => {
    const path = join(folder, `${index}.json`);
    const { reports = [], ...rest } = file as File;
    const whole = { planned: reports.length, reports, ...rest };
    const defaults = { format: 1, startedAt: startedAt(0), shard: null };
    writeFileSync(path, JSON.stringify(Array.isArray(file) ? file : { ...defaults, ...whole }));
    return path;
  });
  return { folder, paths };
}

async function merged(files: readonly unknown[]): Promise<number | string> {
  const { folder, paths } = filesOf(files);
  try {
    return await mergeReports(paths, { github: false });
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
}

describe('compared reports', () => {
  const twice = (first: RunReport['verdict'], second: RunReport['verdict']): File => ({
    reports: [report('a', first), report('a', second)],
  });

  it.each([
    ['passed', 'passed', 0],
    ['failed', 'passed', 1],
    ['passed', 'failed', 1],
  ] as const)('have each repetition of a run: %s, %s', async (first, second, code) => {
    const { paths } = filesOf([twice('passed', 'passed'), twice(first, second)]);
    expect(await compareReports(paths[0] ?? '', paths[1] ?? '')).toBe(code);
  });
});

describe('reports', () => {
  it.each([
    ['all shards', [shard(2, 2, [report('b')]), shard(1, 2, [report('a')])], 0],
    ['an empty shard', [shard(1, 2, suite), shard(2, 2, [])], 0],
    ['a failed shard', [shard(1, 2, [report('a', 'failed')]), shard(2, 2, [report('b')])], 1],
    [
      'a stopped shard',
      [{ ...shard(1, 2, [report('a', 'failed')]), planned: 2 }, shard(2, 2, [])],
      1,
    ],
    ['whole suites', [{ reports: [report('a')] }, { reports: [report('b')] }], 0],
    ['a repeated run', [{ reports: [report('a'), report('a')] }], 0],
    ['runs that differ', [{ hasDifferences: true, reports: [report('a'), report('a')] }], 1],
    ['a stopped suite', [{ planned: 9, reports: [report('a', 'failed')] }], 1],
    ['an undecided suite', [{ planned: 9, reports: [report('a', 'inconclusive')] }], 3],
  ])('are merged: %s', async (_, files, code) => {
    expect(await merged(files)).toBe(code);
  });

  it.each([
    [
      'what is no time',
      [{ reports: [{ ...report('a'), real: { ...report('a').real, startedAt: 'x"/>' } }] }],
      /0\.json/,
    ],
    ['a missing shard', [shard(1, 3, [report('a')]), shard(3, 3, [report('b')])], /2\/3/],
    [
      'a shard twice',
      [shard(1, 2, [report('a')]), shard(1, 2, [report('a')]), shard(2, 2, [report('b')])],
      /1\/2.*0\.json, 1\.json/,
    ],
    [
      'a run that was interrupted',
      [{ planned: 2, reports: [report('a'), interrupted] }],
      /0\.json.*interrupted/,
    ],
    [
      'other numbers of shards',
      [shard(1, 2, [report('a')]), shard(2, 3, [report('b')])],
      /0\.json.*2.*1\.json.*3/,
    ],
    [
      'shards of two suites',
      [shard(1, 2, [report('a')]), shard(2, 2, [report('b')], { selectionHash: other })],
      /0\.json, 1\.json .*suites/,
    ],
    ...[null, another].map((durationsHash): [string, readonly unknown[], RegExp] => [
      `other durations: ${durationsHash}`,
      [
        shard(1, 2, [report('a')], { durationsHash: other }),
        shard(2, 2, [report('b')], { durationsHash }),
      ],
      /0\.json, 1\.json .*--durations/,
    ]),
    [
      'a retry of another suite',
      [at(0, shard(1, 1, [report('a')], { selectionHash: other })), at(1, shard(1, 1, suite))],
      /0\.json, 1\.json .*suites/,
    ],
    ['a scenario in no shard', [shard(1, 2, [report('a')]), shard(2, 2, [])], /not all runs/],
    [
      'a scenario in two shards',
      [shard(1, 2, suite), shard(2, 2, [report('b')])],
      /b {2}seed 1.*0\.json, 1\.json/,
    ],
    [
      'a retry that was interrupted',
      [at(0, shard(1, 1, suite)), { ...at(1, shard(1, 1, [report('a')])), planned: 2 }],
      /1\.json.*1 of 2/,
    ],
    ['no runs', [{ reports: [] }], /0\.json/],
    ['a list', [[]], /0\.json/],
    ...[
      [1, 1e9],
      [1, 1_001],
      [0, 2],
      [3, 2],
      [1, 0],
      [-1, -1],
      [1, 1.5],
    ].map(([index = 0, count = 0]): [string, readonly unknown[], RegExp] => [
      `shard ${index} of ${count}`,
      [shard(index, count, [report('a')])],
      /^0\.json isn't a report/,
    ]),
    [
      'a run in two files',
      [{ reports: [report('a')] }, { reports: [report('a')] }],
      /a {2}seed 1.*0\.json, 1\.json/,
    ],
    ['fewer runs than planned', [{ planned: 9, reports: [report('a')] }], /0\.json.*1 of 9/],
  ])('are an error: %s', async (_, files, message) => {
    expect(await merged(files)).toMatch(message);
  });
});

describe('a shard that ran again', () => {
  async function retried(first: File, second: File) {
    const { folder, paths } = filesOf([at(1, second), shard(2, 2, [report('b')]), at(0, first)]);
    const json = join(folder, 'all.json');
    const code = await mergeReports(paths, { github: false, json });
    const { reports } = RunReports.parse(JSON.parse(readFileSync(json, 'utf8')));
    return {
      code,
      runs: reports.map(({ verdict, real }) => [verdict, real.earlierVerdicts]),
      lines: reports.map(runLine),
      counts: verdictCounts(reports),
    };
  }

  it('counts as it ended last, and is shown as flaky', async () => {
    const [failed, passed] = [report('a', 'failed'), report('a')];
    const fixed = await retried(shard(1, 2, [failed]), shard(1, 2, [passed]));
    expect(fixed).toMatchObject({
      code: 0,
      runs: [
        ['passed', ['failed']],
        ['passed', undefined],
      ],
      counts: '2 passed (1 flaky)',
    });
    expect(fixed.lines.map((line) => line.includes('failed, then passed'))).toEqual([true, false]);
    const broken = await retried(shard(1, 2, [passed]), shard(1, 2, [failed]));
    expect(broken).toMatchObject({ code: 1, counts: '1 passed, 1 failed (1 flaky)' });
    const same = await retried(shard(1, 2, [failed]), shard(1, 2, [failed]));
    expect(same).toMatchObject({ code: 1, counts: '1 passed, 1 failed' });
  });

  it('may have been balanced differently before, if all shards ran again', async () => {
    const before = shard(1, 2, suite, { durationsHash: other });
    expect(await retried(before, shard(1, 2, [report('a')]))).toMatchObject({ code: 0 });
    await expect(retried(shard(1, 2, [report('a')]), before)).rejects.toThrow('--durations');
  });

  it('may have been interrupted before', async () => {
    const interrupted = { ...shard(1, 2, []), planned: 1 };
    expect((await retried(interrupted, shard(1, 2, [report('a')]))).code).toBe(0);
  });
});

describe('a thousand scenarios on ten shards', () => {
  const shardCount = 10;
  const names = Array.from({ length: 1_000 }, (_, index) => `${index}.yaml`);
  // The first ones take much longer.
  const reports = names.map((name, index): RunReport => {
    const durationMs = Math.round(100_000 / (index + 1));
    const of = report(name);
    return { ...of, real: { ...of.real, durationMs } };
  });
  const msOf = (runs: readonly RunReport[]): number =>
    runs.reduce((sum, { real }) => sum + real.durationMs, 0);

  async function run(folder: string, durations: string) {
    const known = await readDurations(durations);
    const shards = Array.from({ length: shardCount }, (_, index) =>
      scenariosOfShard(
        // In any order of the arguments.
        index % 2 === 0 ? reports : reports.toReversed(),
        { index: index + 1, count: shardCount },
        known,
      ),
    );
    const { paths } = filesOf(
      shards.map((runs, index) =>
        shard(index + 1, shardCount, [...runs], {
          selectionHash: selectionHashOf(reports),
          durationsHash: known?.hash ?? null,
        }),
      ),
    );
    const json = join(folder, 'all.json');
    expect(await mergeReports(paths, { github: false, json, durations })).toBe(0);
    const all = RunReports.parse(JSON.parse(readFileSync(json, 'utf8'))).reports;
    expect(all.map(({ scenario }) => scenario.file).sort()).toEqual(names.toSorted());
    return shards;
  }

  it('give one report, and durations that balance the next ones', async () => {
    const folder = temporaryFolder();
    const durations = join(folder, 'durations.json');
    const byName = await run(folder, durations);
    const sorted = names.toSorted();
    for (const [index, runs] of byName.entries())
      expect(runs.map(({ scenario }) => scenario.file).sort()).toEqual(
        sorted.filter((_, number) => number % shardCount === index),
      );
    const slowestMs = Math.max(...byName.map(msOf));
    const balanced = await run(folder, durations);
    // No shard takes longer than the longest scenario.
    expect(Math.max(...balanced.map(msOf))).toBe(100_000);
    expect(slowestMs).toBeGreaterThan(105_000);
  });

  it('take the mean if they are new', () => {
    const keys = ['a', 'b'].map((file) => JSON.stringify([file, null]));
    const ofScenario = new Map(keys.map((key, index) => [key, index === 0 ? 60 : 40]));
    const files = scenariosOfShard(
      ['a', 'b', 'c', 'd'].map((file) => report(file)),
      { index: 1, count: 2 },
      { hash: '', ofScenario },
    ).map(({ scenario }) => scenario.file);
    expect(files).toEqual(['a', 'b']);
  });

  it.each(['', '[]', '{"format":1}', '{"format":1,"scenarios":[{"file":"a"}]}'])(
    'refuse other files as durations: %s',
    async (text) => {
      const path = join(temporaryFolder(), 'durations.json');
      expect(await readDurations(path)).toBeNull();
      writeFileSync(path, text);
      await expect(readDurations(path)).rejects.toThrow(path);
    },
  );
});
