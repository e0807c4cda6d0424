/** The current import; it continues when its dialog is closed and survives a reload. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { jobsNow, useJobs } from '#renderer/data/jobs.ts';
import { useCommand } from '#renderer/keyboard/commands.ts';
import type { Job } from '#shared/schemas/job.ts';
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
}

export const noChoice: TargetChoice = {
  kind: 'file',
  origins: [],
  webhook: null,
  signing: 're_sign',
  headers: {},
  perSecond: null,
};

const noImport = {
  imported: null,
  read: 0,
  size: 0,
  choice: noChoice,
  busy: false,
  problem: null,
} satisfies Partial<ImportState>;

export const useImport = create<ImportState>()(
  persist((): ImportState => ({ open: false, ...noImport }), {
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

const jobOf = (jobs: readonly Job[], imported: ResendImport | null): Job | undefined =>
  jobs.find((job) => job.kind === 'resend_import' && job.importId === imported?.id);

/** The job of the current import, once it was started. */
export const useImportJob = (): Job | undefined =>
  jobOf(
    useJobs(),
    useImport(({ imported }) => imported),
  );

/** Opens the dialog with the current import, or an empty one. */
export function openImport(): void {
  const state = jobOf(jobsNow(), useImport.getState().imported)?.state;
  const hasEnded = state === 'completed' || state === 'cancelled';
  useImport.setState({ open: true, ...(hasEnded ? noImport : {}) });
}

export function closeImport(): void {
  useImport.setState({ open: false });
}

/** Resets for another file. */
export function forgetImport(): void {
  useImport.setState(noImport);
}

export function choose(change: Partial<TargetChoice>): void {
  useImport.setState(({ choice }) => ({ choice: { ...choice, ...change }, problem: null }));
}

/** Separate from the dialog, whose code is lazy-loaded. */
export function useImportCommand(): void {
  useCommand({
    id: 'deliveries.import',
    title: 'Import file to resend…',
    section: 'List',
    shortcut: 'i',
    run: openImport,
  });
}
