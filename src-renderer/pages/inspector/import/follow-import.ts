/** Follows what is being sent to its end: over lost connections, and when the page is loaded anew. */
import { core } from '#renderer/data/core.ts';
import { errorSentence, isAnswer, isNotFound } from '#renderer/data/error-sentence.ts';
import { whenConnected } from '#renderer/stores/connection-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { doneLabels } from './import-labels.ts';
import { forgetImport, useImport } from './import-store.ts';

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

export async function followImport(id: string): Promise<void> {
  if (followed === id) return;
  followed = id;
  while ((await followOnce(id)) === 'lost') await connectedAgain();
  if (followed === id) followed = null;
  if (shown(id) !== undefined) tellWhoLeft(useImport.getState());
}

/** How it stands once the core can be reached: what was sent to it last may have been lost, or not. */
export async function askAgain(id: string): Promise<void> {
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
