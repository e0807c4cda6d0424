/** What `npm test` selects and counts. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isMissing, skipLines } from '../../scripts/languages.mjs';
import { projectFolder } from '../../scripts/project.mjs';
import {
  countPlaywright,
  countVitest,
  failureLines,
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
          { status: 'failed', title: 'c', fullName: 'c', failureMessages: ['1 is not 2'] },
          { status: 'skipped', title: skippedTitle('no disk'), fullName: 'd skipped: no disk' },
        ],
      },
      {
        ...{ name: join(projectFolder, 'd.test.ts'), startTime: 0, endTime: 0 },
        ...{ status: 'failed', message: 'no such module', assertionResults: [] },
      },
      {
        ...{ name: join(projectFolder, 'e.test.ts'), startTime: 0, endTime: 0, status: 'failed' },
        assertionResults: [{ status: 'passed', title: 'f', fullName: 'f' }],
      },
    ],
  };
  const spec = (status: string, annotations: object[] = []) => ({
    file: 'a.spec.ts',
    line: 7,
    title: 'a spec',
    tests: [{ status, annotations, results: [{ duration: 500, errors: [{ message: 'hidden' }] }] }],
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
      failures: [
        { name: 'test/c.test.ts c', reason: '1 is not 2' },
        { name: 'd.test.ts', reason: 'no such module' },
        { name: 'e.test.ts', reason: '' },
      ],
      skipped: 2,
    });
  });
  test('names tests that failed', () => {
    expect(countPlaywright(playwright)).toMatchObject({
      passed: 1,
      failures: [
        { name: 'playwright', reason: 'no tests found' },
        { name: 'a.spec.ts:7 a spec', reason: 'hidden' },
      ],
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
  test('shows the start of the reason below the name, without colors and empty lines', () => {
    const reason = ['\u001b[31mError\u001b[39m', '', ...Array.from({ length: 20 }, String)];
    const [name, first, ...rest] = failureLines({ name: 'a', reason: reason.join('\n') });
    expect([name, first?.trim()]).toEqual(['failed: a', 'Error']);
    expect(rest).toHaveLength(14);
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
    const { unit } = affectedBy(['src-main/clock/x.ts'], ['test/clock/clock-memory.test.ts']);
    expect(unit).toContain('test/clock/clock-memory.test.ts');
    expect(unit).toContain('test/durability/kill.test.ts');
    expect(unit).not.toContain('test/profiles/backoff.test.ts');
  });
  test('of the interface affects every spec, of the desktop those of its stand-in', () => {
    expect(specFolders(['src-renderer/app.tsx'])).toContain('e2e');
    expect(specFolders(['src-main/hosts/desktop/main.ts'])).toEqual(
      new Set(['desktop-double', 'e2e-electron']),
    );
  });
  test.each([
    ['src-main/hosts/cli/serve.ts', 'test/e2e/clock.spec.ts'],
    ['src-main/hosts/mcp/tools/index.ts', 'test/e2e/clock.spec.ts'],
    ['examples/scenarios/crash.yaml', 'test/e2e/scenarios.spec.ts'],
    ['docs/guides/ci.md', 'test/e2e/help.spec.ts'],
    ['test/client/suite/suite.ts', 'test/e2e/client-library.spec.ts'],
    ['test/certification/senders/sender.ts', 'test/e2e/certify-sender.spec.ts'],
    ['test/support/unhurried.ts', 'test/e2e/certify.spec.ts'],
    ['test/support/certificate.ts', 'test/e2e/destinations.spec.ts'],
    ['test/hosts/mcp/support/agent.ts', 'test/desktop-double/workspace.spec.ts'],
    ['test/e2e/support/client-page-script.ts', 'test/e2e/client-library.spec.ts'],
    ['test/gallery/fields.tsx', 'test/e2e/gallery.spec.ts'],
    ['test/desktop-double/start-desktop.ts', 'test/desktop-double/update.spec.ts'],
    ['test/desktop-double/stand-in/menu-check.ts', 'test/desktop-double/desktop.spec.ts'],
    ['test/e2e-electron/start-electron.ts', 'test/e2e-electron/desktop.spec.ts'],
    ['scripts/chromium-flags.mjs', 'test/e2e/clock.spec.ts'],
    ['scripts/test-patience.mjs', 'test/e2e/clock.spec.ts'],
  ])('of %s affects %s', (file, spec) => {
    expect(affectedBy([file], []).specs).toContain(spec);
  });
  test('of a helper of specs affects only those that use it', () => {
    const { specs } = affectedBy(['test/hosts/mcp/support/agent.ts'], []);
    expect(specs).toEqual(['test/desktop-double/workspace.spec.ts']);
  });
  test('of data affects the tests of the nearest folder that has some', () => {
    const { unit } = affectedBy(['test/signatures/bugs/recorded/x.json'], []);
    expect(unit).toContain('test/signatures/bugs.test.ts');
    expect(unit).not.toContain('test/clock/clock-memory.test.ts');
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
