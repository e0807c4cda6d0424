/** `hookwright scenarios merge` of exhaustive explorations. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  mergeExplorations,
  readExplorations,
} from '#main/hosts/cli/scenarios/merge-explorations.ts';
import type { MergeOptions } from '#main/hosts/cli/scenarios/report-commands.ts';
import type { ExhaustiveSearch, ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import { junitProblems } from '#test/report/strict-junit.ts';
import { emptyFilm } from '#test/scenarios/empty-film.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const hash = (digit: string): string => digit.repeat(64);

const exhaustive: ExhaustiveSearch = {
  ...{ maxDisturbances: 2, schedules: 10, schedulesHash: hash('a'), shard: null },
  ...{ ran: 2, equivalent: 3, unpredicted: [1] },
  files: [{ file: 'orders.yaml', sha256: hash('b') }],
  ...{ case: 'eur', valuesHash: hash('c') },
  ...{ receiverVersion: '1.4', version: '0.0.0-test', startedAt: '2026-01-01T00:00:00.000Z' },
};

const passed: ExplorationReport = {
  ...{ verdict: 'passed', reason: null, finding: null, unchecked: [], seed: 1, position: 5 },
  coverage: {
    ...{ runs: 2, inconclusive: 0, messages: 2, combinations: 0 },
    kinds: [{ kind: 'duplicate', tried: 1, possible: 2, untried: 0, notApplicable: null }],
    pairs: { tried: 1, possible: 3 },
  },
  ...{ isComplete: true, remainingMs: null, command: 'npx hookwright explore', exhaustive },
};

const found = (count: number): Partial<ExplorationReport> => ({
  verdict: 'failed',
  finding: {
    disturbances: Array.from({ length: count }, (_, index) => ({
      ...{ kind: 'duplicate', messageId: `sent-${index + 1}` },
    })),
    ...{ failures: [], hint: null, hang: null, failed: 3, runs: 3, virtualMs: 0, events: [] },
    timeline: { film: emptyFilm, steps: [], outages: [], bucketMs: 1, lanes: [] },
    text: null,
  },
});

const inconclusive: Partial<ExplorationReport> = {
  ...{ verdict: 'inconclusive', isComplete: false, remainingMs: 9_000 },
  reason: { code: 'incomplete', message: 'Not tried: 1 schedule.' },
};

const shard = (
  index: number,
  count: number,
  report: Partial<ExplorationReport> = {},
  more: Partial<ExhaustiveSearch> = {},
): ExplorationReport => ({
  ...passed,
  ...report,
  exhaustive: { ...exhaustive, shard: { index, count }, ...more },
});

async function merge(files: readonly object[], options: Partial<MergeOptions> = {}) {
  const folder = temporaryFolder();
  const paths = files.map((file, index) => {
    const path = join(folder, `${index + 1}.json`);
    writeFileSync(path, JSON.stringify(file));
    return path;
  });
  const parts = await readExplorations(paths);
  if (parts === null) return null;
  const [json, junit] = [join(folder, 'merged.json'), join(folder, 'merged.xml')];
  const code = await mergeExplorations(parts, { github: false, json, junit, ...options });
  expect(junitProblems(readFileSync(junit, 'utf8'))).toEqual([]);
  return { code, report: JSON.parse(readFileSync(json, 'utf8')) as ExplorationReport };
}

describe('merging explorations', () => {
  it('names all that some shard could not check', async () => {
    const merged = await merge([
      shard(1, 3, { unchecked: ['server_clock'] }),
      shard(2, 3, { unchecked: ['server_clock', 'signatures'] }),
      shard(3, 3, { unchecked: ['equal_messages'] }),
    ]);
    expect(merged?.report.unchecked).toEqual(['equal_messages', 'server_clock', 'signatures']);
  });

  it('gives one certificate of all shards', async () => {
    expect(await merge([shard(2, 2), shard(1, 2)])).toMatchObject({
      code: 0,
      report: {
        ...{ verdict: 'passed', isComplete: true },
        coverage: { runs: 4, kinds: [{ tried: 2, untried: 0 }], pairs: { tried: 3 } },
        exhaustive: { shard: null, ran: 4, equivalent: 6, schedules: 10, receiverVersion: '1.4' },
      },
    });
    expect(await merge([passed])).toMatchObject({ code: 0 });
  });

  it('gives the smallest finding, or else what is inconclusive', async () => {
    const parts = [shard(1, 3, found(2)), shard(2, 3, found(1)), shard(3, 3, inconclusive)];
    const smallest = [{ kind: 'duplicate', messageId: 'sent-1' }];
    expect(await merge(parts)).toMatchObject({
      code: 1,
      report: { verdict: 'failed', finding: { disturbances: smallest } },
    });
    expect(await merge([shard(1, 2), shard(2, 2, inconclusive)])).toMatchObject({
      code: 3,
      report: { verdict: 'inconclusive', isComplete: false, remainingMs: 9_000 },
    });
  });

  it.each([
    ['a shard is missing', [shard(1, 2)], 'Shard 2/2 is missing'],
    ['a shard is repeated', [shard(1, 2), shard(1, 2), shard(2, 2)], 'Shard 1/2 is repeated'],
    ['the numbers of shards differ', [shard(1, 2), shard(2, 3)], 'different explorations'],
    [
      'the receivers differ',
      [shard(1, 2), shard(2, 2, {}, { receiverVersion: '1.5' })],
      'different explorations',
    ],
    [
      'the schedules differ',
      [shard(1, 2), shard(2, 2, {}, { schedulesHash: hash('c') })],
      'different explorations',
    ],
    ['the cases differ', [shard(1, 2), shard(2, 2, {}, { case: 'usd' })], 'different explorations'],
    [
      'the values differ',
      [shard(1, 2), shard(2, 2, {}, { valuesHash: hash('d') })],
      'different explorations',
    ],
    [
      'the scenarios differ',
      [shard(1, 2), shard(2, 2, {}, { files: [] })],
      'different explorations',
    ],
    ['one is another report', [shard(1, 2), { reports: [] }], 'not the report'],
  ])('is refused if %s', async (_, files, problem) => {
    await expect(merge(files)).rejects.toMatchObject({
      lines: [expect.stringContaining(problem)],
    });
  });

  it('is refused for files that explorations have none of', async () => {
    await expect(merge([passed], { html: 'merged.html' })).rejects.toMatchObject({
      lines: [expect.stringContaining('--html')],
    });
  });

  it('leaves reports of runs to others', async () => {
    expect(await merge([{ format: 1, reports: [] }])).toBeNull();
    expect(await merge([{ ...passed, exhaustive: null }])).toBeNull();
  });
});
