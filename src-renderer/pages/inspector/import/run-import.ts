/** Reads a file of requests, and has what was chosen of it sent. */

import { FileProblem, piecesOf } from '#renderer/components/file-drop.ts';
import { ConnectionProblem } from '#renderer/data/connection.ts';
import { whenConnected } from '#renderer/data/connection-state.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, isAnswer, isNotFound } from '#renderer/data/error-sentence.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ImportTarget, ResendImport } from '#shared/schemas/resend-import.ts';
import { doneLabels } from './import-labels.ts';
import { forgetImport, noChoice, type TargetChoice, useImport } from './import-store.ts';

/** Counts the files: what still comes of an earlier one is not taken. */
let current = 0;

/** Only what is on this machine is chosen from the start. */
const firstChoice = ({ origins }: ResendImport): TargetChoice => ({
  ...noChoice,
  origins: origins.filter(({ loopback }) => loopback).map(({ origin }) => origin),
});

const endImport = (id: string): void =>
  void core.resendImports.cancel({ id }).catch(() => undefined);

/** Looks whether the end of the program has cut one off. Without an answer nothing is offered. */
export async function lookForInterrupted(): Promise<void> {
  const all = await core.resendImports.list().catch(() => []);
  useImport.setState({ interrupted: all.filter(({ state }) => state === 'interrupted') });
}

/** Nothing more is sent of it. */
export async function forgetInterrupted({ id }: ResendImport): Promise<void> {
  await core.resendImports.cancel({ id }).catch(() => undefined);
  await lookForInterrupted();
}

export async function readFile(file: File): Promise<void> {
  current += 1;
  const mine = current;
  forgetImport();
  useImport.setState({ busy: true, size: file.size });
  let begun: string | null = null;
  try {
    let told = await core.resendImports.create({ name: file.name.slice(0, 255) });
    const { id } = told;
    begun = id;
    for await (const { text, readBytes } of piecesOf(file)) {
      if (mine !== current) return endImport(id);
      told = await core.resendImports.append({ id, text, last: false });
      useImport.setState({ told, read: readBytes });
    }
    told = await core.resendImports.append({ id, text: '', last: true });
    if (mine !== current) return endImport(id);
    useImport.setState({ told, busy: false, choice: firstChoice(told) });
  } catch (error) {
    // What was read of it is of no use, and would lie in the core until it is abandoned.
    if (begun !== null) endImport(begun);
    if (mine === current)
      useImport.setState({
        told: null,
        busy: false,
        problem: error instanceof FileProblem ? error.message : errorSentence(error),
      });
  }
}

/** Takes another file, or none: what was read is forgotten. */
export function leaveFile(): void {
  current += 1;
  const { told } = useImport.getState();
  forgetImport();
  if (told !== null) endImport(told.id);
}

function targetOf({ kind, origins, webhook, signing }: TargetChoice): ImportTarget | null {
  if (kind === 'file') return { kind, origins: [...origins] };
  return webhook && { kind, ...webhook, signing };
}

export async function send(): Promise<void> {
  const { told, choice } = useImport.getState();
  const to = targetOf(choice);
  if (told === null || to === null) return;
  const headers = Object.fromEntries(
    Object.entries(choice.headers).filter(([, value]) => value !== ''),
  );
  const { perSecond } = choice;
  const { id } = told;
  const rate = perSecond === null ? {} : { perSecond };
  await follow(id, () => core.resendImports.start({ id, to, headers, ...rate }));
}

/** Resumes an interrupted import; the receiver may get interrupted requests twice. */
export async function resume(told: ResendImport, resendInterrupted: boolean): Promise<void> {
  current += 1;
  const { id } = told;
  useImport.setState({ told });
  await follow(id, () => core.resendImports.resume({ id, resendInterrupted }));
}

async function follow(id: string, begin: () => Promise<ResendImport>): Promise<void> {
  useImport.setState({ busy: true, problem: null });
  try {
    useImport.setState({ told: await begin() });
    await followImport(id);
  } catch (error) {
    useImport.setState({ problem: errorSentence(error) });
    if (error instanceof ConnectionProblem) await askAgain(id);
  }
  useImport.setState({ busy: false });
}

/** What was not sent stays unsent. */
export function cancelSending(): void {
  const { told } = useImport.getState();
  if (told === null) return;
  core.resendImports
    .cancel({ id: told.id })
    .catch((error: unknown) => useImport.setState({ problem: errorSentence(error) }));
}

// Follows what is being sent to its end: over lost connections, and when the page is loaded anew.

/** A link that has just broken is still taken for an open one. */
const askAgainMs = 500;

let followed: string | null = null;

async function connectedAgain(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  await whenConnected();
}

/** The one that is shown; undefined when it is another one, or none, by now. */
function shown(id: string): ResendImport | undefined {
  const { told } = useImport.getState();
  return told?.id === id ? told : undefined;
}

function take(news: ResendImport): void {
  if (shown(news.id) !== undefined) useImport.setState({ told: news, problem: null });
}

/** The core does not know it any more: what it sent since it was heard of last is not counted here. */
function endWithCore(told: ResendImport): void {
  take({
    ...told,
    state: 'cancelled',
    problem:
      'It is not known any more: it has ended, and Hookwright was started anew since. What was sent ' +
      'stands among the resends, which may be more than was counted here.',
  });
}

/** Who has closed the dialog hears how it ended all the same. */
function tellWhoLeft({ open, told }: ReturnType<typeof useImport.getState>): void {
  if (open || told === null) return;
  const { problem } = told;
  showToast({
    title: doneLabels(told),
    ...(problem === null ? {} : { description: problem, tone: 'bad' }),
  });
}

async function followOnce(id: string): Promise<'ended' | 'lost'> {
  try {
    for await (const news of await core.resendImports.follow({ id })) take(news);
    return shown(id)?.state === 'sending' ? 'lost' : 'ended';
  } catch (error) {
    const told = shown(id);
    if (!isAnswer(error)) return 'lost';
    if (told !== undefined && isNotFound(error)) endWithCore(told);
    else if (told !== undefined) useImport.setState({ problem: errorSentence(error) });
    return 'ended';
  }
}

async function followImport(id: string): Promise<void> {
  if (followed === id) return;
  followed = id;
  while ((await followOnce(id)) === 'lost') await connectedAgain();
  if (followed === id) followed = null;
  if (shown(id) !== undefined) tellWhoLeft(useImport.getState());
}

/** How it stands once the core can be reached: what was sent to it last may have been lost, or not. */
async function askAgain(id: string): Promise<void> {
  await connectedAgain();
  try {
    const told = await core.resendImports.get({ id });
    const hasBegun = told.state !== 'planned' && told.state !== 'interrupted';
    if (shown(id) === undefined || !hasBegun) return;
    take(told);
    await followImport(id);
  } catch (error) {
    if (!isAnswer(error)) return askAgain(id);
    if (shown(id) !== undefined) useImport.setState({ problem: errorSentence(error) });
  }
}

/** After the page was loaded anew: what was planned or under way then is looked for. */
export async function resumeImport(): Promise<void> {
  const { told, open } = useImport.getState();
  if (told?.state === 'sending') return followImport(told.id);
  if (told?.state !== 'planned' && told?.state !== 'interrupted') return;
  await whenConnected();
  try {
    take(await core.resendImports.get({ id: told.id }));
  } catch (error) {
    if (!isNotFound(error) || shown(told.id) === undefined) return;
    forgetImport();
    if (open) useImport.setState({ problem: errorSentence(error) });
  }
}
