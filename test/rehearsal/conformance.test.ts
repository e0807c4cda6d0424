/**
 * Every conformance scenario passes, and gives the digest that is committed. After a change that is
 * meant to change them: `npx vitest run -u` with this file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { RunReport } from '#shared/schemas/scenario/report.ts';
import { runCli } from '#test/headless/support/run-cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { conformanceFiles, nameOfRun, project } from './conformance-files.ts';

beforeAll(ensureBuild, 240_000);

it('conformance scenarios and examples pass with their digests', async () => {
  const report = join(temporaryFolder(), 'report.json');
  const { code, stdout } = await runCli(project, [
    ...['run', '--workers', '2', '--quiet', '--json', report],
    ...conformanceFiles,
  ]);
  expect(code, stdout).toBe(0);
  const reports: readonly RunReport[] = JSON.parse(readFileSync(report, 'utf8'));
  const digests = Object.fromEntries(reports.map((one) => [nameOfRun(one), one.digest]));
  const sorted = Object.fromEntries(Object.entries(digests).sort());
  await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(
    './conformance/digests.json',
  );
}, 600_000);
