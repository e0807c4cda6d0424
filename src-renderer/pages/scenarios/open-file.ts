/** Opens run archives, zips and YAML files that the user chooses or drops. */
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { host } from '#renderer/host/host.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { counted } from '#shared/lib/format.ts';
import type { OpenedUpload } from '#shared/schemas/scenario/workspace.ts';
import { entriesOf, fileOf } from './dropped-folder.ts';
import { openRunFromHere, openScenarioFromHere, reloadScenarios } from './scenario-data.ts';

/** A multiple of 3, so that base64 needs no padding in between. */
const pieceBytes = 786_432;

async function base64Of(bytes: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(bytes);
  });
  return address.slice(address.indexOf(',') + 1);
}

async function upload(file: File): Promise<OpenedUpload | null> {
  const { id } = await core.scenarios.startUpload({ name: file.name });
  for (let start = 0; ; start += pieceBytes) {
    const piece = file.slice(start, start + pieceBytes);
    const last = start + pieceBytes >= file.size;
    const base64 = piece.size === 0 ? '' : await base64Of(piece);
    const { opened } = await core.scenarios.upload({ id, base64, last });
    if (last) return opened;
  }
}

export async function openFile(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const open = openScenarioFromHere();
  const openRun = openRunFromHere();
  try {
    const opened = await upload(file);
    await reloadScenarios();
    if (opened?.kind === 'run') return openRun(opened.run.id);
    const [first] = opened?.files ?? [];
    if (first === undefined) return;
    open(first);
    showToast({ title: `Added ${counted(opened?.files.length ?? 0, 'file')}`, tone: 'ok' });
  } catch (error) {
    showFailure(`Can't open ${file.name}`, error);
  }
}

/** Files and folders. */
export async function openDropped(all: DataTransfer): Promise<void> {
  const entries = entriesOf(all);
  try {
    await openFile(await fileOf(entries));
  } catch (error) {
    showFailure(`Can't open ${entries[0]?.name ?? 'the files'}`, error);
  }
}

export async function chooseAndOpen(): Promise<void> {
  await openFile((await host.chooseFile('.hookwright-run,.zip,.yaml,.yml')) ?? undefined);
}
