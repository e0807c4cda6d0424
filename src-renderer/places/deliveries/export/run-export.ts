/** Streams an export into a file. */

import { Download } from 'lucide-react';
import type { Action } from '#renderer/kit/actions/actions.tsx';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { type ExportFields, saveDirectly, saveExport } from '#renderer/kit/files/save-export.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import type { ExportFormat } from '#shared/deliveries/export.ts';
import { doneLabels } from './export-labels.ts';
import { type ExportRun, type ExportScope, openExport, useExport } from './export-store.ts';

interface ExportChoice {
  readonly scope: ExportScope;
  readonly format: ExportFormat;
  readonly secrets: boolean;
  readonly upTo?: number | undefined;
  readonly attemptId?: number | undefined;
}

/** In the core's format. */
export const criteriaOf = (scope: ExportScope) =>
  scope.kind === 'delivery'
    ? { deliveryId: scope.deliveryId }
    : scope.filter === ''
      ? {}
      : { filter: scope.filter };

const requestOf = ({ scope, format, secrets, upTo, attemptId }: ExportChoice): ExportFields => ({
  ...criteriaOf(scope),
  format,
  secrets,
  ...(upTo === undefined || upTo === 0 ? {} : { upTo }),
  ...(attemptId === undefined ? {} : { attemptId }),
});

let running: AbortController | null = null;

/** Runs it with progress in the store; `count` is the expected total. */
export async function startExport(choice: ExportChoice, count: number): Promise<void> {
  if (running !== null) return;
  const controller = new AbortController();
  running = controller;
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
  const report = (changes: Partial<ExportRun>): void =>
    useExport.setState(({ run }) => ({ run: run && { ...run, ...changes } }));
  try {
    await saveExport(requestOf(choice), report, controller.signal);
    report({ status: 'done' });
  } catch (error) {
    report(
      controller.signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
  running = null;
  notifyIfClosed();
}

/** Notifies even if the dialog is closed. */
function notifyIfClosed(): void {
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
  running?.abort();
}

/** Saves one delivery without secrets, or opens the export options. `attempt` is the shown one. */
export function exportActions(
  delivery: DeliveryDetail,
  attempt: Attempt | null,
): readonly Action[] {
  const scope: ExportScope = {
    kind: 'delivery',
    deliveryId: delivery.id,
    label: delivery.label,
  };
  const item = { hidden: true, menu: 'copy' } as const;
  const save = (format: ExportFormat, title: string, attemptId?: number): Action => ({
    ...item,
    id: `delivery.export.${format}-${attemptId ?? 'all'}`,
    title,
    icon: Download,
    failure: "Can't export the delivery",
    run: () => saveDirectly(requestOf({ scope, format, attemptId, secrets: false })),
  });
  return [
    save('jsonl', 'Save as JSON line'),
    ...(delivery.attemptList.length === 0 ? [] : [save('har', 'Save as HAR')]),
    ...(attempt === null || delivery.attemptList.length < 2
      ? []
      : [save('har', 'Save attempt as HAR', attempt.id)]),
    ...(delivery.bodyText === null ? [] : [save('fixtures', 'Save as fixture')]),
    {
      ...item,
      id: 'delivery.export.options',
      title: 'Export options…',
      run: () => openExport(scope),
    },
  ];
}
