import { ClipboardPaste, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFileDrop } from '#renderer/kit/files/file-drop.ts';
import { host } from '#renderer/kit/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Field } from '#renderer/ui/field.tsx';
import { Dialog } from '#renderer/ui/popup.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import { formatCount } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { type CopyDraft, filledDraft } from './copy-draft.ts';
import { type Entries, useRequestReading } from './use-request-reading.ts';

interface ReadRequestProps {
  readonly draft: CopyDraft;
  readonly onType: (draft: CopyDraft) => void;
}

/** Fills the draft from a cURL command or an entry of a HAR. */
export function ReadRequestButton(props: ReadRequestProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={ClipboardPaste} onClick={() => setOpen(true)}>
        Paste cURL or HAR
      </Button>
      {isOpen && <ReadRequestDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReadRequestDialog({
  draft,
  onType,
  onClose,
}: ReadRequestProps & { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { problem, entries, choose, readRequest } = useRequestReading((read) => {
    const filled = filledDraft(draft, read);
    if ('problem' in filled) return filled.problem;
    onType(filled);
    onClose();
    return null;
  });
  const readFile = async (file: File | null | undefined): Promise<void> => {
    if (file) readRequest(await file.text());
  };
  const { isOver, dropArea } = useFileDrop((file) => void readFile(file));
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      label="Paste cURL or HAR"
      initialFocus={field}
    >
      <div
        {...dropArea}
        className={cx('flex min-h-0 flex-col gap-3 overflow-y-auto p-4', isOver && 'bg-accent-bg')}
      >
        {problem !== null && (
          <Banner tone="bad" title="Can't read the request.">
            {problem}
          </Banner>
        )}
        {entries === null ? (
          <Field label="cURL command or HAR" hint="Or drop a HAR file here. Nothing is sent.">
            <TextArea
              ref={field}
              mono
              rows={8}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        ) : (
          <EntryList list={entries} onChoose={choose} />
        )}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button
          icon={FileUp}
          onClick={async () => void readFile(await host.chooseFile('.har,application/json'))}
        >
          Choose file
        </Button>
        <span className="flex-1" />
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {entries === null && (
          <Button
            variant="primary"
            disabledReason={text.trim() === '' ? 'Paste a request' : undefined}
            onClick={() => readRequest(text)}
          >
            Use request
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

interface EntryListProps {
  readonly list: Entries;
  readonly onChoose: (entry: number) => void;
}

/** The entries of a HAR, to choose one. */
export function EntryList({ list: { entries, entryCount }, onChoose }: EntryListProps) {
  const otherCount = entryCount - entries.length;
  return (
    <>
      <p>{formatCount(entryCount)} entries. Choose one.</p>
      <ul aria-label="Entries" className="flex flex-col gap-1">
        {entries.map(({ entry, method, url }) => (
          <li key={entry}>
            <Button
              variant="quiet"
              className="bytes w-full justify-start"
              onClick={() => onChoose(entry)}
            >
              <span className="truncate">
                {entry}. {visibleLine(`${method} ${url}`)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {otherCount > 0 && (
        <p className="text-fg-2">
          {formatCount(otherCount)} more are not listed. Remove some from the file.
        </p>
      )}
    </>
  );
}
