import { ArrowLeft, RotateCcw, Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { core, useConnection } from '#renderer/kit/data/core.ts';
import { createDraftStore } from '#renderer/kit/forms/draft.ts';
import { detailMark } from '#renderer/kit/keyboard/focus.ts';
import { issuesByField, sameDraft } from '#renderer/requests/copy/copy-draft.ts';
import {
  CopyBodyEditor,
  CopyHeaderFields,
  CopyNotices,
} from '#renderer/requests/copy/copy-fields.tsx';
import { CopyPreviewCard, useCopyPreview } from '#renderer/requests/copy/copy-preview-card.tsx';
import { signingFinds, signingOptions } from '#renderer/requests/copy/signings.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { RecordedSigning } from '#shared/deliveries/copy.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import {
  draftOfRequest,
  editOfRequest,
  type RequestCopy,
  type RequestCopyEdit,
  type RequestDraft,
} from './request-copy.ts';

/** By request. */
const requestDrafts = createDraftStore<RequestDraft>('received-copies');

const preview = (edit: RequestCopyEdit, options: { signal: AbortSignal }) =>
  core.mockRequests.previewCopy(edit, options);

interface RequestEditorProps {
  readonly entry: MockEntryDetail;
  readonly mock: Mock;
  readonly sending: RequestCopy;
  readonly onBack: () => void;
}

/** Edits a recorded request and sends it as a copy. */
export function RequestEditor({ entry, mock, sending, onBack }: RequestEditorProps) {
  const key = String(entry.id);
  const initial = draftOfRequest(entry);
  const storedDraft = requestDrafts.useDrafts(({ byId }) => byId[key]);
  const draft = storedDraft ?? initial;
  const type = (typed: RequestDraft): void =>
    sameDraft(typed, initial) ? requestDrafts.drop(key) : requestDrafts.keep(key, typed);
  const connected = useConnection(({ state }) => state === 'open');
  const edit = editOfRequest(entry, initial, draft);
  const shownPreview = useCopyPreview(edit, connected, preview);
  const fields = issuesByField(shownPreview.issues, draft);
  const cannotSend = !connected
    ? 'Connection lost'
    : shownPreview.issues.length > 0
      ? 'Fix the marked fields'
      : undefined;
  const [send, back] = useActions('Mock endpoints', [
    {
      id: 'request.send',
      title: 'Send the copy',
      label: 'Send',
      shortcut: 'Mod+Enter',
      icon: Send,
      busy: sending.result.state === 'running',
      problem: cannotSend,
      run: async () => {
        if (await sending.send(edit)) onBack();
      },
    },
    {
      id: 'request.back',
      title: 'Back to request',
      label: 'Back',
      shortcut: 'Escape',
      icon: ArrowLeft,
      run: onBack,
    },
  ]);
  const body = useRef<CodeEditorHandle>(null);
  useEffect(() => body.current?.focus(), []);
  return (
    <article
      {...detailMark}
      aria-label="Edit and send a copy of the request"
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <header className="sticky top-0 z-10 flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-bg-1 px-4 py-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold">Edit and send a copy</h2>
        <div className="flex flex-wrap gap-1.5">
          <ActionButton action={back} variant="quiet" />
          <Button
            icon={RotateCcw}
            disabledReason={storedDraft === undefined ? 'No changes' : undefined}
            onClick={() => requestDrafts.drop(key)}
          >
            Start over
          </Button>
          <ActionButton action={send} variant="primary" />
        </div>
      </header>
      <CopyNotices
        offline={!connected}
        problem={shownPreview.problem}
        notSent={sending.result.state === 'failed' ? sending.result.problem : null}
      />
      <div className="grid items-start gap-3 p-4 @xl:grid-cols-2">
        <div className="grid min-w-0 gap-3">
          <TargetCard draft={draft} mock={mock} fields={fields} onType={type} />
          {entry.body.text === null ? (
            <Card title="Body">
              <p className="text-fg-2">Binary body, sent as recorded</p>
            </Card>
          ) : (
            <CopyBodyEditor ref={body} draft={draft} problem={fields.body} onType={type} />
          )}
          <CopyHeaderFields draft={draft} issues={fields} onType={type} />
        </div>
        <div className="grid min-w-0 gap-3">
          <SigningCard draft={draft} fields={fields} onType={type} />
          {shownPreview.preview !== null && (
            <CopyPreviewCard
              preview={shownPreview.preview}
              typedBody={draft.body}
              outdated={shownPreview.issues.length > 0 || shownPreview.problem !== null}
            />
          )}
        </div>
      </div>
    </article>
  );
}

interface PartProps {
  readonly draft: RequestDraft;
  readonly fields: ReturnType<typeof issuesByField>;
  readonly onType: (draft: RequestDraft) => void;
}

function TargetCard({ draft, mock, fields, onType }: PartProps & { mock: Mock }) {
  return (
    <Card title="To">
      <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-2">
        <Field label="Method" error={fields.method}>
          <TextField
            mono
            value={draft.method}
            onChange={({ target }) => onType({ ...draft, method: target.value })}
          />
        </Field>
        <Field label="URL" error={fields.url} hint="Leave empty for this mock endpoint">
          <TextField
            mono
            value={draft.url}
            placeholder={mock.url ?? undefined}
            onChange={({ target }) => onType({ ...draft, url: target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}

const modes = RecordedSigning.options.toReversed();

const isSigned = ({ signing }: RequestDraft): boolean =>
  signing !== 'as_is' && signing !== 'missing';

/** Keeps the recorded signature, or signs with the secret of a destination. */
function SigningCard({ draft, fields, onType }: PartProps) {
  const destinations = useItems(collections.destinations);
  const destination = destinations.find(({ id }) => id === draft.destinationId);
  const scheme = profileOf({ profile: destination?.profile ?? defaultProfileId }).signature;
  return (
    <Card title="Signature">
      <div className="grid gap-2">
        <Field
          label={scheme.kind === 'none' ? 'Signature' : scheme.header}
          hint={signingFinds[draft.signing]}
        >
          <Select
            options={signingOptions(modes, scheme, draft.signing)}
            value={draft.signing}
            onChange={(signing) => onType({ ...draft, signing })}
          />
        </Field>
        {isSigned(draft) && (
          <Field label="Secret of" error={fields.secret}>
            <Select
              options={destinations.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.destinationId}
              placeholder="Choose a destination"
              onChange={(destinationId) => onType({ ...draft, destinationId })}
            />
          </Field>
        )}
      </div>
    </Card>
  );
}
