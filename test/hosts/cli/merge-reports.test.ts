/** `hookwright scenarios merge`: which files make a whole suite. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeReports } from '#main/hosts/cli/scenarios/report-commands.ts';
import type { RunReport, RunReports } from '#shared/scenarios/schema/report.ts';
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

type File = Partial<Omit<RunReports, 'format'>>;

const shard = (index: number, count: number, ...reports: RunReport[]): File => ({
  shard: { index, count },
  reports,
});

async function merged(files: readonly unknown[]): Promise<number | string> {
  const folder = temporaryFolder();
  const paths = files.map((file, index) => {
    const path = join(folder, `${index}.json`);
    const { reports = [], ...rest } = file as File;
    const whole = { format: 1, shard: null, planned: reports.length, reports, ...rest };
    writeFileSync(path, JSON.stringify(Array.isArray(file) ? file : whole));
    return path;
  });
  try {
    return await mergeReports(paths, { github: false });
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
}

describe('reports', () => {
  it.each([
    ['all shards', [shard(2, 2, report('b')), shard(1, 2, report('a'))], 0],
    ['an empty shard', [shard(1, 2, report('a')), shard(2, 2)], 0],
    ['a failed shard', [shard(1, 2, report('a', 'failed')), shard(2, 2, report('b'))], 1],
    ['whole suites', [{ reports: [report('a')] }, { reports: [report('b')] }], 0],
    ['a repeated run', [{ reports: [report('a'), report('a')] }], 0],
    ['a stopped suite', [{ planned: 9, reports: [report('a', 'failed')] }], 1],
    ['an undecided suite', [{ planned: 9, reports: [report('a', 'inconclusive')] }], 3],
  ])('are merged: %s', async (_, files, code) => {
    expect(await merged(files)).toBe(code);
  });

  it.each([
    ['a missing shard', [shard(1, 3, report('a')), shard(3, 3, report('c'))], /2\/3/],
    [
      'a shard twice',
      [1, 1, 2].map((index) => shard(index, 2, report(`${index}`))),
      /1\/2.*0\.json, 1\.json/,
    ],
    [
      'shards of two suites',
      [shard(1, 2, report('a')), shard(2, 3, report('b'))],
      /0\.json.*2.*1\.json.*3/,
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
      [shard(index, count, report('a'))],
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
