/** Saves run archives, and scenarios with their files. */
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { host } from '#renderer/host/host.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { fromBase64 } from '#shared/kit/base64.ts';
import type { SavedFile } from '#shared/scenarios/schema/run.ts';

function saveZip({ name, base64 }: SavedFile): void {
  host.saveFile(name, 'application/zip', fromBase64(base64));
  showToast({ title: `Saved as ${name}`, tone: 'ok' });
}

export async function saveRunArchive(id: string): Promise<void> {
  try {
    saveZip(await core.scenarios.archive({ id }));
  } catch (error) {
    showFailure("Can't save the run archive", error);
  }
}

export async function exportScenario(file: string): Promise<void> {
  try {
    saveZip(await core.scenarios.exportFile({ file }));
  } catch (error) {
    showFailure(`Can't export ${file}`, error);
  }
}
