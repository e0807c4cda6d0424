/**
 * The file of requests that is read, planned or being sent: it goes on when its dialog is closed, and
 * is known again when the page is loaded anew.
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { ImportTarget, ResendImport } from '#shared/schemas/resend-import.ts';

/** Where the requests go, as it is chosen. */
export interface TargetChoice {
  readonly kind: ImportTarget['kind'];
  /** Origins that are ticked. */
  readonly origins: readonly string[];
  readonly webhook: { readonly destinationId: string; readonly url: string } | null;
  readonly signing: 're_sign' | 'as_is';
  /** Values for redacted headers, by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number | null;
}

interface ImportState {
  readonly open: boolean;
  /** Null before a file was chosen. */
  readonly told: ResendImport | null;
  /** While it is read, in bytes. */
  readonly read: number;
  readonly size: number;
  readonly choice: TargetChoice;
  readonly busy: boolean;
  readonly problem: string | null;
  /** Cut off by the end of the program: their rest can be sent. */
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
  told: null,
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
    // What was being read cannot be read on, and secrets do not lie in the browser's storage.
    partialize: ({ open, told, choice }) => ({
      open,
      told: told?.state === 'reading' ? null : told,
      choice: { ...choice, headers: {} },
    }),
  }),
);

/** Opens the dialog with what is under way, or anew. */
export function openImport(): void {
  const { told } = useImport.getState();
  const hasEnded = told?.state === 'done' || told?.state === 'cancelled';
  useImport.setState({ open: true, ...(hasEnded ? nothing : {}) });
}

export function closeImport(): void {
  useImport.setState({ open: false });
}

/** For another file. */
export function forgetImport(): void {
  useImport.setState(nothing);
}

export function choose(change: Partial<TargetChoice>): void {
  useImport.setState(({ choice }) => ({ choice: { ...choice, ...change }, problem: null }));
}
