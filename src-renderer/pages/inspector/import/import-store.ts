/** The current import; it continues when its dialog is closed and survives a reload. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useCommand } from '#renderer/keyboard/commands.ts';
import type { ImportTarget, ResendImport } from '#shared/schemas/resend-import.ts';

/** The chosen target. */
export interface TargetChoice {
  readonly kind: ImportTarget['kind'];
  /** Selected origins. */
  readonly origins: readonly string[];
  readonly webhook: { readonly destinationId: string; readonly url: string } | null;
  readonly signing: 're_sign' | 'as_is';
  /** Values for redacted headers, by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number | null;
}

interface ImportState {
  readonly open: boolean;
  /** Null before a file is chosen. */
  readonly imported: ResendImport | null;
  /** Bytes read so far. */
  readonly read: number;
  readonly size: number;
  readonly choice: TargetChoice;
  readonly busy: boolean;
  readonly problem: string | null;
  /** Imports interrupted by a shutdown that can be resumed. */
  readonly interrupted: readonly ResendImport[];
}

export const noChoice: TargetChoice = {
  kind: 'file',
  origins: [],
  webhook: null,
  signing: 're_sign',
  headers: {},
  perSecond: null,
};

const nothing = {
  imported: null,
  read: 0,
  size: 0,
  choice: noChoice,
  busy: false,
  problem: null,
} satisfies Partial<ImportState>;

export const useImport = create<ImportState>()(
  persist((): ImportState => ({ open: false, interrupted: [], ...nothing }), {
    name: 'hookwright.import',
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
    // Reading can't continue after a reload, and secrets must stay out of browser storage.
    partialize: ({ open, imported, choice }) => ({
      open,
      imported: imported?.state === 'reading' ? null : imported,
      choice: { ...choice, headers: {} },
    }),
  }),
);

/** Opens the dialog with the current import, or an empty one. */
export function openImport(): void {
  const { imported } = useImport.getState();
  const hasEnded = imported?.state === 'done' || imported?.state === 'cancelled';
  useImport.setState({ open: true, ...(hasEnded ? nothing : {}) });
}

export function closeImport(): void {
  useImport.setState({ open: false });
}

/** Resets for another file. */
export function forgetImport(): void {
  useImport.setState(nothing);
}

export function choose(change: Partial<TargetChoice>): void {
  useImport.setState(({ choice }) => ({ choice: { ...choice, ...change }, problem: null }));
}

/** Apart from the dialog, whose code is loaded later. */
export function useImportCommand(): void {
  useCommand({
    id: 'deliveries.import',
    title: 'Import file to resend…',
    section: 'List',
    shortcut: 'i',
    run: openImport,
  });
}
