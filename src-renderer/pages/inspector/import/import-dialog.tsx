import { useEffect, useRef } from 'react';
import { useCommand } from '#renderer/keyboard/commands.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ChooseFile } from './choose-file.tsx';
import { resumeImport } from './follow-import.ts';
import { ImportPlan } from './import-plan.tsx';
import { ImportProgress } from './import-progress.tsx';
import { closeImport, openImport, useImport } from './import-store.ts';

/** A file of requests: chosen, planned, sent. */
export function ImportDialog() {
  const { open, told } = useImport();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => void resumeImport(), []);
  useCommand({
    id: 'deliveries.import',
    title: 'Import a file to resend…',
    section: 'List',
    shortcut: 'i',
    run: openImport,
  });
  const isReading = told === null || told.state === 'reading';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeImport()}
      label="Import a file to resend"
      initialFocus={first}
    >
      <header className="border-b border-line px-4 py-3">
        <p aria-hidden="true" className="text-title font-[620]">
          Import a file to resend
        </p>
        <p className="truncate text-fg-2">
          {told?.name ?? 'Each request is made once, by hand: it never counts in the ledger.'}
        </p>
      </header>
      {isReading ? (
        <ChooseFile firstRef={first} />
      ) : told.state === 'planned' ? (
        <ImportPlan told={told} />
      ) : (
        <ImportProgress told={told} />
      )}
    </Dialog>
  );
}
