/** Reads a file of requests and sends the chosen ones. */

import { FileProblem, piecesOf } from '#renderer/components/file-drop.ts';
import { whenConnected } from '#renderer/data/connection-state.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, isNotFound } from '#renderer/data/error-sentence.ts';
import { loadJobs, putResponse } from '#renderer/data/jobs.ts';
import type { ImportTarget, ResendImport } from '#shared/schemas/resend-import.ts';
import { forgetImport, noChoice, type TargetChoice, useImport } from './import-store.ts';

/** Number of the current file, to ignore late results of earlier ones. */
let currentNumber = 0;

/** Only loopback origins are selected by default. */
const firstChoice = ({ origins }: ResendImport): TargetChoice => ({
  ...noChoice,
  origins: origins.filter(({ loopback }) => loopback).map(({ origin }) => origin),
});

const endImport = (id: string): void =>
  void core.resendImports.cancel({ id }).catch(() => undefined);

export async function readFile(file: File): Promise<void> {
  currentNumber += 1;
  const ownNumber = currentNumber;
  forgetImport();
  useImport.setState({ busy: true, size: file.size });
  let startedId: string | null = null;
  try {
    let imported = await core.resendImports.create({ name: file.name.slice(0, 255) });
    const { id } = imported;
    startedId = id;
    for await (const { text, readBytes } of piecesOf(file)) {
      if (ownNumber !== currentNumber) return endImport(id);
      imported = await core.resendImports.append({ id, text, last: false });
      useImport.setState({ imported, read: readBytes });
    }
    imported = await core.resendImports.append({ id, text: '', last: true });
    if (ownNumber !== currentNumber) return endImport(id);
    useImport.setState({ imported, busy: false, choice: firstChoice(imported) });
  } catch (error) {
    // An abandoned import would stay in the core until discarded.
    if (startedId !== null) endImport(startedId);
    if (ownNumber === currentNumber)
      useImport.setState({
        imported: null,
        busy: false,
        problem: error instanceof FileProblem ? error.message : errorSentence(error),
      });
  }
}

/** Discards the file that was read, so another can be chosen. */
export function discardFile(): void {
  currentNumber += 1;
  const { imported } = useImport.getState();
  forgetImport();
  if (imported !== null) endImport(imported.id);
}

function targetOf({ kind, origins, webhook, signing }: TargetChoice): ImportTarget | null {
  if (kind === 'file') return { kind, origins: [...origins] };
  return webhook && { kind, ...webhook, signing };
}

export async function send(): Promise<void> {
  const { imported, choice } = useImport.getState();
  const to = targetOf(choice);
  if (imported === null || to === null) return;
  const headers = Object.fromEntries(
    Object.entries(choice.headers).filter(([, value]) => value !== ''),
  );
  const { perSecond } = choice;
  const { id } = imported;
  const rate = perSecond === null ? {} : { perSecond };
  useImport.setState({ busy: true, problem: null });
  try {
    await putResponse(() => core.resendImports.start({ id, to, headers, ...rate }));
  } catch (error) {
    useImport.setState({ problem: errorSentence(error) });
  }
  useImport.setState({ busy: false });
}

/** After a reload, forgets an import that is neither planned nor a job. */
export async function checkImport(): Promise<void> {
  const { imported, open } = useImport.getState();
  if (imported === null) return;
  await whenConnected();
  try {
    await core.resendImports.get({ id: imported.id });
  } catch (error) {
    if (!isNotFound(error)) return;
    const jobs = await loadJobs();
    const isJob = jobs.some((job) => job.kind === 'resend_import' && job.importId === imported.id);
    if (isJob || useImport.getState().imported?.id !== imported.id) return;
    forgetImport();
    if (open) useImport.setState({ problem: errorSentence(error) });
  }
}
