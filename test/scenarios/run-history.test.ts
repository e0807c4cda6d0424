/** Runs are kept as files, up to a number per scenario and a size in total. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRunHistory, summaryOf } from '#main/scenarios/run-history.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { emptyFilm } from './empty-film.ts';

const report = (file: string): RunReport => ({
  format: 1,
  version: '0.0.0-test',
  scenario: { file, name: file, description: null, tags: [], case: null },
  seed: 1,
  verdict: 'passed',
  inconclusive: [],
  checks: [],
  historyHash: '00',
  virtualMs: 0,
  counts: { messages: 0, deliveries: 0, attempts: 0, requests: 0, open: 0 },
  timeline: { film: emptyFilm, steps: [], outages: [], bucketMs: 1, lanes: [] },
  command: '',
  real: { startedAt: new Date(0).toISOString(), durationMs: 1, archive: null },
});

function open(limits: { runsPerFile: number; bytes: number }) {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  const history = createRunHistory(folder, limits);
  async function add(id: string, file: string, events = ''): Promise<void> {
    writeFileSync(await history.newRunArchiveFile(id), events);
    await history.add(summaryOf(id, 0, report(file)), report(file));
  }
  return { folder, history, add, again: () => createRunHistory(folder, limits) };
}

describe('the history of runs', () => {
  it('keeps the newest of each scenario, and removes the files of the others', async () => {
    const { folder, history, add, again } = open({ runsPerFile: 2, bytes: 1_000_000 });
    await add('1', 'a.yaml');
    await add('2', 'b.yaml');
    await add('3', 'a.yaml');
    await add('4', 'a.yaml');
    for (const one of [history, again()]) {
      expect((await one.list('a.yaml')).map(({ id }) => id)).toEqual(['4', '3']);
      expect((await one.list('b.yaml')).map(({ id }) => id)).toEqual(['2']);
      expect((await one.get('4')).report).toEqual(report('a.yaml'));
    }
    expect(readdirSync(folder).sort()).toEqual([
      '2.hookwright-run',
      '2.json',
      '3.hookwright-run',
      '3.json',
      '4.hookwright-run',
      '4.json',
      'index.json',
    ]);
  });

  it('keeps each of several that end at the same time', async () => {
    const { history, add, again } = open({ runsPerFile: 50, bytes: 1_000_000 });
    const ids = Array.from({ length: 12 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => add(id, 'a.yaml')));
    for (const one of [history, again()])
      expect((await one.list('a.yaml')).map(({ id }) => id).sort()).toEqual(ids.toSorted());
  });

  it('removes no file of a run that has not ended', async () => {
    const { folder, history, add } = open({ runsPerFile: 50, bytes: 1_000_000 });
    const file = await history.newRunArchiveFile('running');
    writeFileSync(`${file}.1.tmp`, '');
    await add('other', 'b.yaml');
    await history.remove('other');
    expect(readdirSync(folder)).toContain('running.hookwright-run.1.tmp');
    await add('running', 'a.yaml');
    expect((await history.list('a.yaml')).map(({ id }) => id)).toEqual(['running']);
  });

  it('keeps to a size in total', async () => {
    const bytes = 2.5 * JSON.stringify(report('a.yaml')).length;
    const { history, add } = open({ runsPerFile: 50, bytes });
    for (const id of ['1', '2', '3', '4']) await add(id, 'a.yaml');
    expect((await history.list('a.yaml')).map(({ id }) => id)).toEqual(['4', '3']);
  });

  it.each([
    ['is damaged', '{'],
    ['is of another build', '{"format":1,"runs":[{"id":"1"}]}'],
  ])('keeps the files of runs if its index %s', async (_what, index) => {
    const { folder, add, again } = open({ runsPerFile: 2, bytes: 1_000_000 });
    await add('1', 'a.yaml');
    writeFileSync(join(folder, 'index.json'), index);
    const history = again();
    expect(await history.list('a.yaml')).toEqual([]);
    writeFileSync(await history.newRunArchiveFile('2'), '');
    await history.add(summaryOf('2', 0, report('a.yaml')), report('a.yaml'));
    expect((await history.list('a.yaml')).map(({ id }) => id)).toEqual(['2']);
    await again().list('a.yaml');
    expect(readdirSync(folder)).toContain('1.hookwright-run');
  });

  it('removes the files of runs that never ended at the next start', async () => {
    const { folder, history, add, again } = open({ runsPerFile: 2, bytes: 1_000_000 });
    await add('1', 'a.yaml');
    writeFileSync(await history.newRunArchiveFile('killed'), '');
    await again().list('a.yaml');
    expect(readdirSync(folder).sort()).toEqual(['1.hookwright-run', '1.json', 'index.json']);
  });
});
