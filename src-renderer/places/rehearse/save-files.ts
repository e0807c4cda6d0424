/** Saves run archives, and scenarios with their files. */
import { type Done, perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { host } from '#renderer/kit/host/host.ts';
import { fromBase64 } from '#shared/kit/base64.ts';
import type { SavedFile } from '#shared/scenarios/schema/run.ts';

export function saveZip({ name, base64 }: SavedFile): Done {
  host.saveFile(name, 'application/zip', fromBase64(base64));
  return { title: `Saved as ${name}`, tone: 'ok' };
}

export const saveRunArchive = (id: string): Promise<boolean> =>
  perform("Can't save the run archive", async () => saveZip(await core.scenarios.archive({ id })));
