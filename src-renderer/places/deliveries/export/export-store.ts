/** The current export; it continues when its dialog is closed. */

import { create } from 'zustand';
import { isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import type { ExportFormat, Redacted } from '#shared/deliveries/export.ts';

/** One delivery, or all that match a filter. */
export type ExportScope =
  | { readonly kind: 'delivery'; readonly deliveryId: number; readonly label: string }
  | { readonly kind: 'filter'; readonly filter: string };

export interface ExportRun {
  readonly status: 'running' | 'done' | 'cancelled' | 'failed';
  readonly name: string;
  readonly format: ExportFormat;
  readonly deliveries: number;
  /** Deliveries expected. */
  readonly count: number;
  readonly bytes: number;
  readonly redacted: readonly Redacted[];
  readonly problem: string | null;
}

interface ExportState {
  readonly open: boolean;
  readonly scope: ExportScope;
  readonly format: ExportFormat;
  readonly secrets: boolean;
  readonly run: ExportRun | null;
}

export const useExport = create<ExportState>()(() => ({
  open: false,
  scope: { kind: 'filter', filter: '' },
  format: 'jsonl',
  secrets: false,
  run: null,
}));

/** Opens the dialog, or shows the running export. */
export function openExport(scope: ExportScope): void {
  const { run } = useExport.getState();
  useExport.setState(
    run?.status === 'running'
      ? { open: true }
      : // Off for each new export.
        { open: true, scope, secrets: false, run: null },
  );
}

export function closeExport(): void {
  useExport.setState({ open: false });
}

/** Exports the listed deliveries. */
export function useExportAction(filter: string): void {
  useActions('List', [
    {
      id: 'deliveries.export',
      title: 'Export matching deliveries…',
      shortcut: 'o',
      isShown: isValidFilter(filter),
      run: () => openExport({ kind: 'filter', filter }),
    },
  ]);
}
