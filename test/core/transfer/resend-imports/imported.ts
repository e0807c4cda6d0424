/** Reads and sends a file of requests as a user does. */
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Core } from '#core/create-core.ts';
import type { Job } from '#shared/schemas/job.ts';
import { type ResendImport, StartResendImport } from '#shared/schemas/resend-import.ts';

/** Reads a text in chunks of this length. */
export async function read(
  core: Core,
  text: string,
  pieceLength = 262_144,
  name = 'requests.jsonl',
): Promise<ResendImport> {
  const { id } = core.resendImports.create({ name });
  for (let at = 0; at < text.length; at += pieceLength)
    await core.resendImports.append({ id, text: text.slice(at, at + pieceLength), last: false });
  return core.resendImports.append({ id, text: '', last: true });
}

type ImportJob = Extract<Job, { kind: 'resend_import' }>;

/** Waits until a job doesn't run. */
export async function ended(core: Core, id: number): Promise<Job> {
  await expect.poll(() => core.jobs.get(id).state).not.toBe('running');
  return core.jobs.get(id);
}

/** Sends the file, and waits for the last response. */
export async function sendAll(
  core: Core,
  request: z.input<typeof StartResendImport>,
): Promise<Job> {
  const { id } = await core.resendImports.start(StartResendImport.parse(request));
  return ended(core, id);
}

/** Resumes a paused import, and returns how it ended. */
export async function resumed(core: Core, id: number): Promise<Job> {
  await core.jobs.command(id, 'resume');
  return ended(core, id);
}

/** Jobs of imports, newest first. */
export function importJobs(core: Core): [ImportJob, ...ImportJob[]] {
  const [newest, ...others] = core.jobs
    .page({ limit: 50 })
    .items.filter((job) => job.kind === 'resend_import');
  if (newest === undefined) throw new Error('There is no import.');
  return [newest, ...others];
}

/** A file of requests to a URL, one with each of these bodies. */
export const linesTo = (url: string, bodies: readonly string[]): string =>
  bodies
    .map((data) =>
      JSON.stringify({
        kind: 'hookwright.delivery',
        version: 1,
        body: { encoding: 'utf8', data },
        requests: [{ method: 'POST', url, headers: [] }],
      }),
    )
    .join('\n');
