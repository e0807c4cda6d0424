/** Uploads a run archive, a zip of scenarios with their files, or a YAML file, which the host opens. */
import { core } from '#renderer/kit/data/core.ts';
import { bytesIn } from '#renderer/kit/host/files.ts';
import { asBase64, upload } from '#shared/kit/transfer.ts';
import type { OpenedUpload } from '#shared/scenarios/schema/workspace.ts';

export async function uploadScenario(file: File): Promise<OpenedUpload | null> {
  const { startUpload, upload: append, cancelUpload: cancel } = core.scenarios;
  const { id } = await startUpload({ name: file.name });
  let last: OpenedUpload | null = null;
  for await (const { result } of upload({ id }, bytesIn(file), asBase64, { append, cancel }))
    last = result.opened;
  return last;
}
