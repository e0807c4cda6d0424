import { ArrowLeft, PenLine, RotateCcw, Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { detailMark } from '#renderer/components/focus.ts';
import { ReadRequestButton } from '#renderer/components/resend/read-request-dialog.tsx';
import {
  draftOf,
  editOf,
  issuesByField,
  type ResendDraft,
  sameDraft,
} from '#renderer/components/resend/resend-draft.ts';
import {
  ResendBodyEditor,
  ResendHeaderFields,
  ResendSigningCard,
} from '#renderer/components/resend/resend-fields.tsx';
import { ResendNotices } from '#renderer/components/resend/resend-notices.tsx';
import {
  ResendPreviewCard,
  useResendPreview,
} from '#renderer/components/resend/resend-preview-card.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { useConnection } from '#renderer/data/connection-state.ts';
import { core } from '#renderer/data/core.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ResendEdit } from '#shared/schemas/resend.ts';
import { attemptShown } from '../deliveries/attempts.ts';
import { openResendView } from './resend-route.ts';
import { FromDelivery, ResentBadge } from './response-head.tsx';
import { resendDrafts, useSendResend } from './use-send-resend.ts';

const previewResend = (edit: ResendEdit, options: { signal: AbortSignal }) =>
  core.resends.preview(edit, options);

/** Edits a delivery's request and resends it. */
export function ResendEditor({ delivery }: { delivery: DeliveryDetail }) {
  const initial = draftOf(delivery, attemptShown(delivery, null));
  if (initial === null)
    return (
      <EmptyState
        title="No request to edit"
        actions={
          <Button icon={ArrowLeft} onClick={() => openResendView(delivery.id, null)}>
            Back to delivery
          </Button>
        }
      >
        Delivery was {delivery.state}. Use Send instead.
      </EmptyState>
    );
  return <Editor delivery={delivery} initial={initial} />;
}

interface EditorProps {
  readonly delivery: DeliveryDetail;
  /** The original request. */
  readonly initial: ResendDraft;
}

function Editor({ delivery, initial }: EditorProps) {
  const key = String(delivery.id);
  const storedDraft = resendDrafts.useDrafts(({ byId }) => byId[key]);
  const draft = storedDraft ?? initial;
  const type = (typed: ResendDraft): void =>
    sameDraft(typed, initial) ? resendDrafts.drop(key) : resendDrafts.keep(key, typed);

  const connected = useConnection(({ state }) => state === 'open');
  const destination = useItems(collections.destinations).find(
    ({ id }) => id === delivery.destinationId,
  );
  const edit = editOf(delivery.id, draft);
  const { preview, issues, problem } = useResendPreview(edit, connected, previewResend);
  const fields = issuesByField(issues, draft);
  const sending = useSendResend(edit);
  const cannotSend = !connected
    ? 'Connection lost'
    : issues.length > 0
      ? 'Fix the marked fields'
      : undefined;

  const close = (): void => openResendView(delivery.id, null);
  const startOver = (): void => {
    resendDrafts.drop(key);
    showToast({
      title: 'Restored the original',
      action: { label: 'Undo', run: () => resendDrafts.keep(key, draft) },
    });
  };
  useCommands([
    {
      id: 'resend.send',
      title: 'Send resend',
      section: 'Edit & resend',
      shortcut: 'Mod+Enter',
      enabled: () => cannotSend === undefined && !sending.busy,
      run: () => void sending.send(),
    },
    {
      id: 'resend.start-over',
      title: 'Restore the original',
      section: 'Edit & resend',
      enabled: () => storedDraft !== undefined,
      run: startOver,
    },
    {
      id: 'resend.back',
      title: 'Back to delivery',
      section: 'Edit & resend',
      shortcut: 'Escape',
      run: close,
    },
  ]);

  const body = useRef<CodeEditorHandle>(null);
  useEffect(() => body.current?.focus(), []);

  return (
    <article
      {...detailMark}
      aria-label={`Edit & resend ${delivery.label}`}
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <header className="sticky top-0 z-10 flex-none border-b border-line bg-bg-1 px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
            <PenLine size={16} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
            <span className="truncate">Edit & resend</span>
            <ResentBadge />
          </h1>
          <div className="flex flex-wrap gap-1.5">
            <Button icon={ArrowLeft} shortcut="Escape" variant="quiet" onClick={close}>
              Back
            </Button>
            <ReadRequestButton draft={draft} onType={type} />
            <Button
              icon={RotateCcw}
              disabledReason={storedDraft === undefined ? 'No changes' : undefined}
              onClick={startOver}
            >
              Start over
            </Button>
            <Button
              variant="primary"
              icon={Send}
              shortcut="Mod+Enter"
              busy={sending.busy}
              disabledReason={cannotSend}
              onClick={() => void sending.send()}
            >
              Send
            </Button>
          </div>
        </div>
        <FromDelivery delivery={delivery} />
      </header>
      <ResendNotices offline={!connected} problem={problem} notSent={sending.problem} />
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
          <ResendBodyEditor ref={body} draft={draft} problem={fields.body} onType={type} />
          <ResendHeaderFields draft={draft} issues={fields} onType={type} />
        </div>
        <div className="grid min-w-0 gap-3">
          <ResendSigningCard
            draft={draft}
            scheme={profileOf({ profile: destination?.profile ?? defaultProfileId }).signature}
            ownSecret={destination?.sharedSecret}
            issues={fields}
            onType={type}
          />
          {preview !== null && (
            <ResendPreviewCard
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
