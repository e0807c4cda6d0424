/** What `npm test` selects and counts. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isMissing, skipLines } from '../../scripts/languages.mjs';
import { projectFolder } from '../../scripts/project.mjs';
import {
  countPlaywright,
  countVitest,
  skippedTitle,
  slowestFiles,
  sumOf,
} from '../../scripts/test-counts.mjs';
import { affectedBy, matching } from '../../scripts/test-selection.mjs';

describe('counting tests', () => {
  const vitest = {
    testResults: [
      {
        ...{ name: join(projectFolder, 'test/c.test.ts'), startTime: 1_000, endTime: 3_000 },
        status: 'passed',
        assertionResults: [
          { status: 'passed', title: 'a', fullName: 'a' },
          { status: 'skipped', title: 'b', fullName: 'b' },
          { status: 'failed', title: 'c', fullName: 'c' },
          { status: 'skipped', title: skippedTitle('no disk'), fullName: 'd skipped: no disk' },
        ],
      },
      {
        ...{ name: 'd.test.ts', startTime: 0, endTime: 0 },
        ...{ status: 'failed', assertionResults: [] },
      },
      {
        ...{ name: 'e.test.ts', startTime: 0, endTime: 0, status: 'failed' },
        assertionResults: [{ status: 'passed', title: 'f', fullName: 'f' }],
      },
    ],
  };
  const spec = (status: string, annotations: object[] = []) => ({
    file: 'a.spec.ts',
    line: 7,
    title: 'a spec',
    tests: [{ status, annotations, results: [{ duration: 500 }] }],
  });
  const playwright = {
    errors: [{ message: 'no tests found' }],
    suites: [
      {
        specs: [spec('expected')],
        suites: [
          {
            specs: [
              spec('unexpected'),
              spec('skipped', [{ type: 'skip', description: 'no Electron' }]),
            ],
          },
        ],
      },
    ],
  };

  test('counts a file that does not load, or with a failed hook, as a failure', () => {
    expect(countVitest(vitest)).toMatchObject({
      passed: 2,
      failures: ['c', 'd.test.ts', 'e.test.ts'],
      skipped: 2,
    });
  });
  test('names tests that failed', () => {
    expect(countPlaywright(playwright)).toMatchObject({
      passed: 1,
      failures: ['no tests found', 'a.spec.ts:7 a spec'],
      skipped: 1,
    });
  });
  test('adds both runners and keeps the reasons of skipped tests', () => {
    const sum = sumOf([countVitest(vitest), countPlaywright(playwright)]);
    expect(sum).toMatchObject({ passed: 3, skipped: 3 });
    expect(sum.failures).toHaveLength(5);
    expect([...sum.skips]).toEqual([
      ['b', 1],
      ['no disk', 1],
      ['no Electron', 1],
    ]);
  });
  test('lists missing languages in one line, with the option that installs them', () => {
    const skips = new Map([
      [isMissing('PHP'), 2],
      ['no Electron', 3],
      [isMissing('Go'), 1],
    ]);
    expect(skipLines(skips)).toEqual([
      'skipped 3: Go and PHP are not installed (npm test -- --install)',
      'skipped 3: no Electron',
    ]);
    expect(skipLines(new Map([['no Electron', 1]]))).toEqual(['skipped 1: no Electron']);
  });
  test('finds the slowest files', () => {
    const counts = [countVitest(vitest), countPlaywright(playwright)];
    expect(slowestFiles(counts, 2)).toEqual([
      { file: 'test/c.test.ts', seconds: 2 },
      { file: 'a.spec.ts', seconds: 1.5 },
    ]);
  });
});

describe('a pattern', () => {
  test('selects unit tests and specs by their path', () => {
    const { unit, specs } = matching(['test/scripts/', 'e2e/clock.spec']);
    expect(unit).toContain('test/scripts/test-runs.test.ts');
    expect(specs).toEqual(['test/e2e/clock.spec.ts']);
  });
  test('that selects nothing is rejected', () => {
    expect(() => matching(['clock', 'no-such-test'])).toThrow('no-such-test');
  });
});

describe('a change', () => {
  const nothing = { unit: [], specs: [] };
  const specFolders = (files: readonly string[]) =>
    new Set(affectedBy(files, []).specs.map((file) => file.split('/')[1]));

  test('of a source affects the tests that import it, and those that run the build', () => {
    const { unit } = affectedBy(['src-main/core/x.ts'], ['test/core/clock/clock-memory.test.ts']);
    expect(unit).toContain('test/core/clock/clock-memory.test.ts');
    expect(unit).toContain('test/durability/kill.test.ts');
    expect(unit).not.toContain('test/shared/backoff.test.ts');
  });
  test('of the interface affects every spec, of the desktop those of its stand-in', () => {
    expect(specFolders(['src-renderer/app.tsx'])).toContain('e2e');
    expect([...specFolders(['src-main/desktop/main.ts'])]).toEqual(['desktop-double']);
    expect(specFolders(['src-main/mcp/tools.ts'])).toEqual(new Set());
  });
  test('of a test affects only itself, of a recording the tests beside it', () => {
    expect(affectedBy(['test/e2e/clock.spec.ts'], [])).toMatchObject({
      specs: ['test/e2e/clock.spec.ts'],
    });
    expect(affectedBy(['test/docs/x.json'], []).unit).toContain('test/docs/pages.test.ts');
  });
  test('of nothing affects nothing', () => {
    expect(affectedBy([], [])).toEqual(nothing);
  });
});
