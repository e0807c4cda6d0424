/** Reads a file of requests and sends the chosen ones. */

import { FileProblem, piecesOf } from '#renderer/components/file-drop.ts';
import { ConnectionProblem } from '#renderer/data/connection.ts';
import { whenConnected } from '#renderer/data/connection-state.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, isErrorResponse, isNotFound } from '#renderer/data/error-sentence.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { storageProblemText } from '#shared/labels/problems.ts';
import type { ImportTarget, ResendImport } from '#shared/schemas/resend-import.ts';
import { doneLabels } from './import-labels.ts';
import { forgetImport, noChoice, type TargetChoice, useImport } from './import-store.ts';

/** Counts files, to ignore late results of an earlier one. */
let current = 0;

/** Only loopback origins are selected by default. */
const firstChoice = ({ origins }: ResendImport): TargetChoice => ({
  ...noChoice,
  origins: origins.filter(({ loopback }) => loopback).map(({ origin }) => origin),
});

const endImport = (id: string): void =>
  void core.resendImports.cancel({ id }).catch(() => undefined);

/** Looks for imports interrupted by a shutdown. Offers nothing if the core doesn't respond. */
export async function lookForInterrupted(): Promise<void> {
  const all = await core.resendImports.list().catch(() => []);
  useImport.setState({ interrupted: all.filter(({ state }) => state === 'interrupted') });
}

/** Discards it. */
export async function forgetInterrupted({ id }: ResendImport): Promise<void> {
  await core.resendImports.cancel({ id }).catch(() => undefined);
  await lookForInterrupted();
}

export async function readFile(file: File): Promise<void> {
  current += 1;
  const mine = current;
  forgetImport();
  useImport.setState({ busy: true, size: file.size });
  let startedId: string | null = null;
  try {
    let imported = await core.resendImports.create({ name: file.name.slice(0, 255) });
    const { id } = imported;
    startedId = id;
    for await (const { text, readBytes } of piecesOf(file)) {
      if (mine !== current) return endImport(id);
      imported = await core.resendImports.append({ id, text, last: false });
      useImport.setState({ imported, read: readBytes });
    }
    imported = await core.resendImports.append({ id, text: '', last: true });
    if (mine !== current) return endImport(id);
    useImport.setState({ imported, busy: false, choice: firstChoice(imported) });
  } catch (error) {
    // An abandoned import would stay in the core until discarded.
    if (startedId !== null) endImport(startedId);
    if (mine === current)
      useImport.setState({
        imported: null,
        busy: false,
        problem: error instanceof FileProblem ? error.message : errorSentence(error),
      });
  }
}

/** Takes another file, or none, and discards what was read. */
export function leaveFile(): void {
  current += 1;
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
  await follow(id, () => core.resendImports.start({ id, to, headers, ...rate }));
}

/** Resumes an interrupted import; the receiver may get interrupted requests twice. */
export async function resume(imported: ResendImport, resendInterrupted: boolean): Promise<void> {
  current += 1;
  const { id } = imported;
  useImport.setState({ imported });
  await follow(id, () => core.resendImports.resume({ id, resendInterrupted }));
}

async function follow(id: string, begin: () => Promise<ResendImport>): Promise<void> {
  useImport.setState({ busy: true, problem: null });
  try {
    useImport.setState({ imported: await begin() });
    await followImport(id);
  } catch (error) {
    useImport.setState({ problem: errorSentence(error) });
    if (error instanceof ConnectionProblem) await askAgain(id);
  }
  useImport.setState({ busy: false });
}

/** Unsent requests stay unsent. */
export function cancelSending(): void {
  const { imported } = useImport.getState();
  if (imported === null) return;
  core.resendImports
    .cancel({ id: imported.id })
    .catch((error: unknown) => useImport.setState({ problem: errorSentence(error) }));
}

// Follows an import to its end, across lost connections and reloads.

/** A link that just broke still looks open. */
const askAgainMs = 500;

let followed: string | null = null;

async function connectedAgain(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  await whenConnected();
}

/** The shown import; undefined if it was replaced. */
function shown(id: string): ResendImport | undefined {
  const { imported } = useImport.getState();
  return imported?.id === id ? imported : undefined;
}

function take(news: ResendImport): void {
  if (shown(news.id) !== undefined) useImport.setState({ imported: news, problem: null });
}

/** The core no longer knows it; requests sent since the last report are not counted here. */
function endWithCore(imported: ResendImport): void {
  if (shown(imported.id) === undefined) return;
  useImport.setState({
    imported: { ...imported, state: 'cancelled' },
    problem: 'Hookwright was restarted. Resends may include requests not counted here.',
  });
}

/** Notifies even if the dialog is closed. */
function notifyIfClosed({ open, imported, problem }: ReturnType<typeof useImport.getState>): void {
  if (open || imported === null) return;
  const description = imported.problem === null ? problem : storageProblemText(imported.problem);
  showToast({
    title: doneLabels(imported),
    ...(description === null ? {} : { description, tone: 'bad' }),
  });
}

async function followOnce(id: string): Promise<'ended' | 'lost'> {
  try {
    for await (const news of await core.resendImports.follow({ id })) take(news);
    return shown(id)?.state === 'sending' ? 'lost' : 'ended';
  } catch (error) {
    const imported = shown(id);
    if (!isErrorResponse(error)) return 'lost';
    if (imported !== undefined && isNotFound(error)) endWithCore(imported);
    else if (imported !== undefined) useImport.setState({ problem: errorSentence(error) });
    return 'ended';
  }
}

async function followImport(id: string): Promise<void> {
  if (followed === id) return;
  followed = id;
  while ((await followOnce(id)) === 'lost') await connectedAgain();
  if (followed === id) followed = null;
  if (shown(id) !== undefined) notifyIfClosed(useImport.getState());
}

/** Its state once the core is reachable; the last command may or may not have arrived. */
async function askAgain(id: string): Promise<void> {
  await connectedAgain();
  try {
    const imported = await core.resendImports.get({ id });
    const hasStarted = imported.state !== 'planned' && imported.state !== 'interrupted';
    if (shown(id) === undefined || !hasStarted) return;
    take(imported);
    await followImport(id);
  } catch (error) {
    if (!isErrorResponse(error)) return askAgain(id);
    if (shown(id) !== undefined) useImport.setState({ problem: errorSentence(error) });
  }
}

/** After a reload, restores the import that was planned or running. */
export async function resumeImport(): Promise<void> {
  const { imported, open } = useImport.getState();
  if (imported?.state === 'sending') return followImport(imported.id);
  if (imported?.state !== 'planned' && imported?.state !== 'interrupted') return;
  await whenConnected();
  try {
    take(await core.resendImports.get({ id: imported.id }));
  } catch (error) {
    if (!isNotFound(error) || shown(imported.id) === undefined) return;
    forgetImport();
    if (open) useImport.setState({ problem: errorSentence(error) });
  }
}
