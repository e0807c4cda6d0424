/**
 * Every scenario in `conformance/` and every example that needs no server passes, and gives the digest
 * that is committed. After a change that is meant to change them: `npx vitest run -u` with this file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { RunReport } from '#shared/schemas/scenario/report.ts';
import { runCli } from '#test/headless/support/run-cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';

beforeAll(ensureBuild, 240_000);

const project = resolve(import.meta.dirname, '../..');

/** For servers of one's own, or too large for a test. */
const leftOut = /^(own-receiver|outage-own-server|audience)\.yaml$/;

const nameOf = ({ scenario }: RunReport): string =>
  [scenario.file.replaceAll('\\', '/'), scenario.case].filter((part) => part !== null).join(' ');

it('conformance scenarios and examples pass with their digests', async () => {
  const report = join(temporaryFolder(), 'report.json');
  const files = readdirSync(join(project, 'examples/scenarios')).filter(
    (name) => name.endsWith('.yaml') && !leftOut.test(name),
  );
  const { code, stdout } = await runCli(project, [
    ...['run', '--workers', '2', '--quiet', '--json', report, 'test/rehearsal/conformance'],
    ...files.map((name) => `examples/scenarios/${name}`),
  ]);
  expect(code, stdout).toBe(0);
  const reports: readonly RunReport[] = JSON.parse(readFileSync(report, 'utf8'));
  const digests = Object.fromEntries(reports.map((one) => [nameOf(one), one.digest]));
  const sorted = Object.fromEntries(Object.entries(digests).sort());
  await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(
    './conformance/digests.json',
  );
}, 600_000);
