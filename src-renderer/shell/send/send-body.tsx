import { Bookmark, FingerprintPattern, Send, X } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { useFileDrop } from '#renderer/kit/files/file-drop.ts';
import { host } from '#renderer/kit/host/host.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { openVerify, showOverlay } from '#renderer/kit/overlay.ts';
import { EntryList } from '#renderer/requests/copy/read-request-dialog.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { maxEventNameLength } from '#shared/sending/send.ts';
import { DestinationField, EventField, Row, SourceField } from './address-fields.tsx';
import { EditorPane } from './editor/editor-pane.tsx';
import { FilePane } from './file-pane.tsx';
import { OptionsRow } from './options-row.tsx';
import { PreviewColumn } from './preview-column.tsx';
import { RunResult } from './run-result.tsx';
import { type SendDraft, useSendDraft } from './send-draft.ts';
import { labelIn, type SendEvent, savedEvent, trackOf } from './send-request.ts';
import { startRun, useSendRun } from './send-run.ts';
import {
  addCopy,
  removeCopy,
  type SendMode,
  typeEventName,
  typeText,
  useSend,
} from './send-store.ts';
import { type Target, useTargets } from './targets.ts';
import { sendingText } from './url-now.ts';
import { usePreview } from './use-preview.ts';
import { isRequestText, type Reading, useReading } from './use-reading.ts';
import { useSendFrom } from './use-send-from.ts';

interface SendBodyProps {
  readonly eventField: RefObject<HTMLInputElement | null>;
}

/** The content of the drawer. */
export function SendBody({ eventField }: SendBodyProps) {
  useSendFrom();
  const loaded = useSendDraft();
  if (loaded.draft !== null) return <Loaded draft={loaded.draft} eventField={eventField} />;
  return (
    <>
      <Header title="" />
      <div className="min-h-0 flex-1">
        {loaded.problem === null ? (
          <LateSpinner label="Loading samples" />
        ) : (
          <ErrorState onRetry={loaded.reload}>{loaded.problem}</ErrorState>
        )}
      </div>
    </>
  );
}

function useSendActions(draft: SendDraft, isForging: boolean) {
  const { mode, event, original, text, events, checked, problem } = draft;
  const isRunning = useSendRun((state) => state.status === 'running');
  return useActions('Send', [
    {
      id: 'send.now',
      title: 'Send now',
      label: 'Send',
      shortcut: 'Mod+Enter',
      icon: Send,
      busy: isRunning,
      problem,
      run: () => {
        if (checked.request !== null) void startRun(checked.request, isForging);
      },
    },
    {
      id: 'send.save',
      title: 'Save sample',
      shortcut: 'Mod+S',
      icon: Bookmark,
      isShown: mode !== 'file',
      run: () => saveSample(event, original, text, events),
    },
  ]);
}

/** Saves the draft as a sample; the one that it was made of is as before. */
function saveSample(
  event: SendEvent,
  original: SendEvent,
  text: string,
  events: readonly SendEvent[],
) {
  const saved = savedEvent(
    event,
    text,
    events.map(({ title }) => title),
  );
  typeText(original.name, original.text, original.text);
  if (original.kind === 'payload') typeEventName(original.name, original.event, original.event);
  addCopy(saved);
  return {
    title: `Saved "${saved.title}"`,
    undo: {
      run: () => {
        removeCopy(saved);
        addTyped(original, event, text);
      },
    },
  };
}

/** The original with what was typed into it, chosen. */
function addTyped(original: SendEvent, event: SendEvent, text: string): void {
  typeText(original.name, text, original.text);
  if (original.kind === 'payload' && event.kind === 'payload')
    typeEventName(original.name, event.event, original.event);
  if (original.origin === 'sample')
    useSend.setState(
      original.kind === 'payload' ? { chosenPayload: original.name } : { chosen: original.name },
    );
  else addCopy(original);
}

interface LoadedProps extends SendBodyProps {
  readonly draft: SendDraft;
}

function Loaded({ draft, eventField }: LoadedProps) {
  const shown = usePreview(draft);
  const targets = useTargets(shown.preview);
  const reading = useReading();
  const forgingProblem = forgingProblemOf(draft, shown.preview === null ? null : targets);
  const isForging = useSend((state) => state.isForging) && forgingProblem === undefined;
  const actions = useSendActions(draft, isForging);
  const { isOver, dropArea } = useFileDrop(
    (file) => file !== undefined && void reading.readFile(file),
  );
  const first = useRef(eventField.current === null);
  useEffect(() => {
    // Its code or data came after the drawer was opened.
    if (first.current) eventField.current?.focus();
  }, [eventField]);
  const { problem, count } = draft;
  return (
    <div
      {...dropArea}
      className={cx(
        'flex min-h-0 flex-1 flex-col',
        isOver && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <Header title={titleOf(draft)}>
        <ModeChoice mode={draft.mode} />
      </Header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_380px] max-md:block max-md:overflow-y-auto">
        <DraftColumn
          draft={draft}
          reading={reading}
          eventField={eventField}
          forgingProblem={forgingProblem}
        />
        <div className="flex min-h-0 flex-col gap-2.5 border-l border-line bg-bg-0 p-4 max-md:border-t max-md:border-l-0">
          <ScrollRegion
            label="Requests by URL"
            className="flex min-h-0 flex-1 flex-col overflow-y-auto"
          >
            <PreviewColumn draft={draft} shown={shown} targets={targets} />
          </ScrollRegion>
          <RunResult />
        </div>
      </div>
      <footer className="flex min-h-15 flex-none items-center gap-2.5 border-t border-line py-2 pr-4 pl-5">
        <ActionButton action={actions[0]} variant="primary" className="h-8.5" />
        <p role="status" className="min-w-0 flex-1 text-fg-2">
          {problem ?? (shown.preview === null ? '' : sendingText(count, targets, isForging))}
        </p>
        <ActionButton action={actions[1]} variant="quiet" shortcut={undefined} />
        <span className="flex flex-none items-center gap-1.5 text-fg-3 max-sm:hidden">
          <Kbd shortcut="Escape" /> close
        </span>
      </footer>
    </div>
  );
}

/** Why no forged copy can be sent; undefined if it can. `targets` are null until they are known. */
function forgingProblemOf({ mode, count }: SendDraft, targets: readonly Target[] | null) {
  if (mode === 'file' || count !== 1) return 'Only of a single event';
  return targets === null || targets.some(({ delivery }) => delivery.signed)
    ? undefined
    : 'Nothing here is signed';
}

function titleOf({ mode, event, text, source, destination }: SendDraft): string {
  const { file } = useSend.getState();
  const what =
    mode === 'file'
      ? (file?.name ?? 'a file')
      : event.kind === 'payload'
        ? event.event
        : (labelIn(text) ?? event.title);
  const address = mode === 'raw' ? destination : source;
  if (address === undefined) return what;
  return `${what}, ${mode === 'raw' ? 'to' : 'as'} ${address.name}`;
}

function Header({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <header className="flex min-h-14 flex-none items-center gap-2.5 border-b border-line pr-3 pl-5">
      <h2 className="flex-none text-page font-[650] tracking-[-0.021em]">Send event</h2>
      <span className="min-w-0 flex-1 truncate text-fg-2 max-md:invisible" title={title}>
        {title}
      </span>
      {children}
      <IconButton
        icon={FingerprintPattern}
        label="Verify a signature…"
        onClick={() => openVerify()}
      />
      <IconButton icon={X} label="Close" shortcut="Escape" onClick={() => showOverlay(null)} />
    </header>
  );
}

function ModeChoice({ mode }: { readonly mode: SendMode }) {
  return (
    <Segmented<SendMode>
      label="What to send"
      value={mode}
      onChange={(next) => useSend.setState({ mode: next })}
      segments={[
        { value: 'event', label: 'Event' },
        { value: 'file', label: 'File' },
        { value: 'raw', label: 'Raw request' },
      ]}
    />
  );
}

interface DraftColumnProps extends LoadedProps {
  readonly reading: Reading;
  readonly forgingProblem: string | undefined;
}

/** What is sent, as or to what, how often and how fast. */
function DraftColumn({ draft, reading, eventField, forgingProblem }: DraftColumnProps) {
  const { mode, event, original, events, text } = draft;
  const chooseFile = async (): Promise<void> => {
    const file = await host.chooseFile('.jsonl,.ndjson,.har,.json,application/json');
    if (file !== null) await reading.readFile(file);
  };
  /** Any other text goes to the editor. */
  const paste = (pasted: ClipboardEvent): void => {
    const pastedText = pasted.clipboardData.getData('text/plain');
    if (!isRequestText(pastedText)) return;
    pasted.preventDefault();
    pasted.stopPropagation();
    reading.readRequest(pastedText);
  };
  return (
    <div
      onPasteCapture={paste}
      className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pt-3.5 pb-1.5"
    >
      {mode !== 'file' && <EventField events={events} chosen={original} inputRef={eventField} />}
      {mode === 'raw' ? (
        <DestinationField
          destinations={draft.destinations}
          chosen={draft.destination}
          asTrack={event.kind === 'payload' ? trackOf(event, text) : null}
        />
      ) : (
        <SourceField sources={draft.sources} chosen={draft.source} />
      )}
      {event.kind === 'payload' && mode === 'raw' && (
        <Row label="Name">
          <TextField
            mono
            aria-label="Event name"
            value={event.event}
            maxLength={maxEventNameLength}
            onChange={({ target }) =>
              original.kind === 'payload' &&
              typeEventName(original.name, target.value, original.event)
            }
          />
        </Row>
      )}
      {reading.problem !== null && (
        <Banner tone="bad" title="Can't read the request.">
          {reading.problem}
        </Banner>
      )}
      {reading.entries !== null ? (
        <section
          aria-label="Entries of the HAR file"
          className="flex min-h-44 flex-1 flex-col gap-2 overflow-y-auto rounded-card border border-line-2 p-3"
        >
          <EntryList list={reading.entries} onChoose={reading.choose} />
          <Button className="self-start" onClick={reading.dismiss}>
            Cancel
          </Button>
        </section>
      ) : mode === 'file' ? (
        <FilePane events={draft.file} onChoose={() => void chooseFile()} />
      ) : (
        <EditorPane event={original} text={text} />
      )}
      <OptionsRow mode={mode} checked={draft.checked} forgingProblem={forgingProblem} />
    </div>
  );
}
