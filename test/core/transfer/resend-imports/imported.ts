/** Reads and sends a file of requests as a user does. */
import type { z } from 'zod';
import type { Core } from '#core/create-core.ts';
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

/** Sends the file, and waits for the last response. */
export async function sendAll(
  core: Core,
  request: z.input<typeof StartResendImport>,
): Promise<ResendImport> {
  let reported = await core.resendImports.start(StartResendImport.parse(request));
  for await (reported of core.resendImports.follow(request.id))
    if (reported.state !== 'sending') break;
  return reported;
}

/** Resumes an interrupted import, and returns how it ended. */
export async function resumed(
  core: Core,
  id: string,
  resendInterrupted = false,
): Promise<ResendImport> {
  let reported = core.resendImports.resume({ id, resendInterrupted });
  for await (reported of core.resendImports.follow(id)) if (reported.state !== 'sending') break;
  return reported;
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
