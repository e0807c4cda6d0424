import { ArrowLeft, PenLine, RotateCcw, Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { core, useConnection } from '#renderer/kit/data/core.ts';
import { detailMark } from '#renderer/kit/keyboard/focus.ts';
import {
  type CopyDraft,
  draftOf,
  editOf,
  issuesByField,
  sameDraft,
} from '#renderer/requests/copy/copy-draft.ts';
import {
  CopyBodyEditor,
  CopyHeaderFields,
  CopyNotices,
  CopySigningCard,
} from '#renderer/requests/copy/copy-fields.tsx';
import { CopyPreviewCard, useCopyPreview } from '#renderer/requests/copy/copy-preview-card.tsx';
import { ReadRequestButton } from '#renderer/requests/copy/read-request-dialog.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { CopyEdit } from '#shared/deliveries/copy.ts';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { attemptShown } from '../detail/attempts.ts';
import { openCopyView } from './copy-route.ts';
import { CopyBadge, FromDelivery } from './response-head.tsx';
import { copyDrafts, useSendCopy } from './use-send-copy.ts';

const previewCopy = (edit: CopyEdit, options: { signal: AbortSignal }) =>
  core.copies.preview(edit, options);

/** Edits a delivery's request and sends it as a copy. */
export function CopyEditor({ delivery }: { delivery: DeliveryDetail }) {
  const initial = draftOf(delivery, attemptShown(delivery, null));
  if (initial === null)
    return (
      <EmptyState
        title="No request to edit"
        actions={
          <Button icon={ArrowLeft} onClick={() => openCopyView(delivery.id, null)}>
            Back to delivery
          </Button>
        }
      >
        The message is not sent to this destination. Use Send instead.
      </EmptyState>
    );
  return <Editor delivery={delivery} initial={initial} />;
}

interface EditorProps {
  readonly delivery: DeliveryDetail;
  /** The original request. */
  readonly initial: CopyDraft;
}

function Editor({ delivery, initial }: EditorProps) {
  const key = String(delivery.id);
  const storedDraft = copyDrafts.useDrafts(({ byId }) => byId[key]);
  const draft = storedDraft ?? initial;
  const type = (typed: CopyDraft): void =>
    sameDraft(typed, initial) ? copyDrafts.drop(key) : copyDrafts.keep(key, typed);

  const connected = useConnection(({ state }) => state === 'open');
  const destination = useItems(collections.destinations).find(
    ({ id }) => id === delivery.destinationId,
  );
  const edit = editOf(delivery.id, draft);
  const { preview, issues, problem } = useCopyPreview(edit, connected, previewCopy);
  const fields = issuesByField(issues, draft);
  const sending = useSendCopy(edit);
  const cannotSend = !connected
    ? 'Connection lost'
    : issues.length > 0
      ? 'Fix the marked fields'
      : undefined;

  const [send, startOver, back] = useActions('Edit and send a copy', [
    {
      id: 'copy.send',
      title: 'Send the copy',
      label: 'Send',
      shortcut: 'Mod+Enter',
      icon: Send,
      busy: sending.busy,
      problem: cannotSend,
      run: () => void sending.send(),
    },
    {
      id: 'copy.start-over',
      title: 'Restore the original',
      label: 'Start over',
      icon: RotateCcw,
      problem: storedDraft === undefined ? 'No changes' : undefined,
      run: () => {
        copyDrafts.drop(key);
        return { title: 'Restored the original', undo: { run: () => copyDrafts.keep(key, draft) } };
      },
    },
    {
      id: 'copy.back',
      title: 'Back to delivery',
      label: 'Back',
      shortcut: 'Escape',
      icon: ArrowLeft,
      run: () => openCopyView(delivery.id, null),
    },
  ]);

  const body = useRef<CodeEditorHandle>(null);
  useEffect(() => body.current?.focus(), []);

  return (
    <article
      {...detailMark}
      aria-label={`Edit and send a copy of ${delivery.label}`}
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <header className="sticky top-0 z-10 flex-none border-b border-line bg-bg-1 px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-w-0 flex-1 basis-64 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
            <PenLine size={16} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
            <span className="truncate">Edit and send a copy</span>
            <CopyBadge />
          </h1>
          <div className="flex flex-wrap gap-1.5">
            <ActionButton action={back} variant="quiet" />
            <ReadRequestButton draft={draft} onType={type} />
            <ActionButton action={startOver} />
            <ActionButton action={send} variant="primary" />
          </div>
        </div>
        <FromDelivery delivery={delivery} />
      </header>
      <CopyNotices offline={!connected} problem={problem} notSent={sending.problem} />
      <div className="grid items-start gap-3 p-4 @xl:grid-cols-2">
        <div className="grid min-w-0 gap-3">
          <Card title="To">
            <Field label="URL" error={fields.url} hint="Any HTTP or HTTPS URL">
              <TextField
                mono
                value={draft.url}
                onChange={({ target }) => type({ ...draft, url: target.value })}
              />
            </Field>
          </Card>
          <CopyBodyEditor ref={body} draft={draft} problem={fields.body} onType={type} />
          <CopyHeaderFields draft={draft} issues={fields} onType={type} />
        </div>
        <div className="grid min-w-0 gap-3">
          <CopySigningCard
            draft={draft}
            scheme={profileOf({ profile: destination?.profile ?? defaultProfileId }).signature}
            ownSecret={destination?.sharedSecret}
            issues={fields}
            onType={type}
          />
          {preview !== null && (
            <CopyPreviewCard
              preview={preview}
              typedBody={draft.body}
              outdated={issues.length > 0 || problem !== null}
            />
          )}
        </div>
      </div>
    </article>
  );
}
