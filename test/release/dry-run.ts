/** A dry run of the release around the stand-in for Electron, once for all tests of this worker. */
import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../scripts/project.mjs';
import { writeBuilds } from './builds.ts';

export interface DryRun {
  readonly folder: string;
  /** The packed app. */
  readonly app: string;
  /** The name of its program, which is not that of the command line. */
  readonly program: string;
  /** What would be in the packages of Linux, by target. */
  readonly records: string;
}

/** Packs into the folder, which already has the builds of other machines. */
export async function dryRunInto(folder: string): Promise<DryRun> {
  writeBuilds(folder);
  const records = join(folder, 'records');
  const fpm = join(folder, 'fpm');
  const recorder = join(import.meta.dirname, 'fpm-recorder.mjs');
  writeFileSync(fpm, `#!/bin/sh\nexec "${process.execPath}" "${recorder}" "$@"\n`);
  chmodSync(fpm, 0o755);
  const args = [inProject('scripts', 'release.mjs'), '--stand-in', '--output', folder];
  const env = { ...process.env, CUSTOM_FPM_PATH: fpm, FPM_RECORDS: records };
  await promisify(execFile)(process.execPath, args, { env });
  return { folder, app: join(folder, 'linux-unpacked'), program: 'hookwright-desktop', records };
}
