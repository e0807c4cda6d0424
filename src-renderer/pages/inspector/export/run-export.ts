/** Streams an export into a file. */
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { host } from '#renderer/host/host.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ExportFormat } from '#shared/schemas/export.ts';
import { doneLabels } from './export-labels.ts';
import { type ExportRun, type ExportScope, useExport } from './export-store.ts';

export interface ExportChoice {
  readonly scope: ExportScope;
  readonly format: ExportFormat;
  readonly secrets: boolean;
  readonly upTo?: number | undefined;
  readonly attemptId?: number | undefined;
}

/** In the core's format. */
export const wantedOf = (scope: ExportScope) =>
  scope.kind === 'delivery'
    ? { deliveryId: scope.deliveryId }
    : scope.filter === ''
      ? {}
      : { filter: scope.filter };

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

type Report = (news: Partial<ExportRun>) => void;

async function read(choice: ExportChoice, report: Report, signal: AbortSignal): Promise<void> {
  const { scope, format, secrets, upTo, attemptId } = choice;
  const { id, name, mediaType } = await core.exports.create({
    ...wantedOf(scope),
    format,
    secrets,
    ...(upTo === undefined || upTo === 0 ? {} : { upTo }),
    ...(attemptId === undefined ? {} : { attemptId }),
  });
  report({ name });
  const file = host.growFile(name, mediaType);
  for (let done = false; !done; ) {
    if (signal.aborted) {
      // If this fails, the unread export costs the core nothing.
      await core.exports.cancel({ id }).catch(() => undefined);
      return;
    }
    const piece = await core.exports.read({ id });
    file.write(bytesOf(piece.base64));
    done = piece.done;
    const { deliveries, bytes, redacted } = piece;
    report({ deliveries, bytes, redacted });
  }
  file.save();
}

let cancelling: AbortController | null = null;

/** Runs it with progress in the store; `count` is the expected total. */
export async function startExport(choice: ExportChoice, count: number): Promise<void> {
  if (cancelling !== null) return;
  const leaving = new AbortController();
  cancelling = leaving;
  const started: ExportRun = {
    status: 'running',
    name: '',
    format: choice.format,
    deliveries: 0,
    count,
    bytes: 0,
    redacted: [],
    problem: null,
  };
  useExport.setState({ run: started });
  const report: Report = (news) =>
    useExport.setState(({ run }) => ({ run: run && { ...run, ...news } }));
  try {
    await read(choice, report, leaving.signal);
    report({ status: leaving.signal.aborted ? 'cancelled' : 'done' });
  } catch (error) {
    report({ status: 'failed', problem: errorSentence(error) });
  }
  cancelling = null;
  tellWhoLeft();
}

/** Notifies even if the dialog is closed. */
function tellWhoLeft(): void {
  const { open, run } = useExport.getState();
  if (open || run === null) return;
  if (run.status === 'done') showToast({ title: doneLabels(run), tone: 'ok' });
  if (run.status === 'failed')
    showToast({
      title: 'Export failed',
      description: run.problem ?? undefined,
      tone: 'bad',
    });
}

export function cancelExport(): void {
  cancelling?.abort();
}

/** Saves one delivery without secrets and shows a toast. */
export async function exportDirectly(
  choice: Omit<ExportChoice, 'secrets' | 'upTo'>,
): Promise<void> {
  let run: Partial<ExportRun> = {};
  try {
    await read(
      { ...choice, secrets: false },
      (news) => {
        run = { ...run, ...news };
      },
      new AbortController().signal,
    );
    const left = run.redacted?.map(({ name }) => name).join(', ') ?? '';
    showToast({
      title: `Saved as ${run.name}`,
      description: left === '' ? undefined : `Removed: ${left}.`,
      tone: 'ok',
    });
  } catch (error) {
    showFailure("Can't export the delivery", error);
  }
}
