/**
 * Every conformance scenario passes, with the report and history hash that are committed. After a change that is
 * meant to change them: `npx vitest run test/scenarios/sandbox/conformance.test.ts -u`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { RunReports } from '#shared/scenarios/schema/report.ts';
import { runCli } from '#test/hosts/headless/support/run-cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { patienceMs } from '../../../scripts/test-patience.mjs';
import { conformanceFiles, project, reportsFile, reportsText } from './conformance-files.ts';

beforeAll(ensureBuild);

it(
  'conformance scenarios and examples pass with their reports and history hashes',
  async () => {
    const report = join(temporaryFolder(), 'report.json');
    const { code, stdout } = await runCli(project, [
      ...['run', '--workers', '2', '--quiet', '--json', report],
      ...conformanceFiles,
    ]);
    expect(code, stdout).toBe(0);
    const { reports }: RunReports = JSON.parse(readFileSync(report, 'utf8'));
    const byFile = Map.groupBy(reports, ({ scenario }) => scenario.file);
    expect([...byFile.keys()].sort()).toEqual([...conformanceFiles].sort());
    for (const [file, runs] of byFile)
      await expect.soft(reportsText(runs)).toMatchFileSnapshot(reportsFile(file));
    // One process runs them all.
  },
  3 * patienceMs.test,
);

it('every committed report belongs to a scenario', () => {
  const reportFiles = conformanceFiles.map(reportsFile);
  expect(readdirSync(dirname(reportFiles[0] ?? '')).sort()).toEqual(
    reportFiles.map((path) => basename(path)).sort(),
  );
});
