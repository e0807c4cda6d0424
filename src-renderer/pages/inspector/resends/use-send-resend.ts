import { useState } from 'react';
import { createDraftStore } from '#renderer/components/draft-store.ts';
import {
  draftOf,
  draftOfResend,
  type ResendDraft,
} from '#renderer/components/resend/resend-draft.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ResendDetail, ResendEdit } from '#shared/schemas/resend.ts';
import { attemptShown } from '../deliveries/attempts.ts';
import { viewOf } from '../inspector-route.ts';
import { openResendView, resendViewOf } from './resend-route.ts';

function isEditing(deliveryId: number): boolean {
  const { route } = useRoute.getState();
  return viewOf(route).id === deliveryId && resendViewOf(route) === 'edit';
}

interface SendingResend {
  readonly busy: boolean;
  /** Why the last resend failed. */
  readonly problem: string | null;
  readonly send: () => Promise<void>;
}

/** Sends a resend and opens its response, unless the user left meanwhile. */
export function useSendResend(edit: ResendEdit): SendingResend {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const resend = await core.resends.send(edit);
      const { id } = resend;
      noteSent(resend);
      if (isEditing(edit.deliveryId)) openResendView(edit.deliveryId, id);
      else
        showToast({
          title: 'Resend sent',
          action: { label: 'View', run: () => openResendView(edit.deliveryId, id) },
        });
    } catch (error) {
      setProblem(errorSentence(error));
    }
    setBusy(false);
  };
  return { busy: isBusy, problem, send };
}

// Opens the editor with the shown request, keeping earlier drafts.

/** The last sent draft by delivery: returning to the editor continues it. */
const lastSent = new Map<number, number>();

function noteSent({ deliveryId, id }: Pick<ResendDetail, 'deliveryId' | 'id'>): void {
  if (deliveryId !== null) lastSent.set(deliveryId, id);
}

/** Opens the editor with the shown request or the stored draft. */
export function openEditor(delivery: DeliveryDetail, attempt: Attempt | null): void {
  const draft = draftOf(delivery, attempt);
  const id = String(delivery.id);
  const isChosen = attempt?.id !== attemptShown(delivery, null)?.id;
  if (draft !== null && isChosen && resendDrafts.get(id) === undefined)
    resendDrafts.keep(id, draft);
  openResendView(delivery.id, 'edit');
}

/** Opens the editor with a previous resend; those of received requests have no delivery to edit. */
export function editResend(resend: ResendDetail): void {
  const { deliveryId, id } = resend;
  if (deliveryId === null) return;
  if (lastSent.get(deliveryId) !== id) replaceDraft(String(deliveryId), draftOfResend(resend), id);
  openResendView(deliveryId, 'edit');
}

function replaceDraft(key: string, draft: ResendDraft, id: number): void {
  const before = resendDrafts.get(key);
  resendDrafts.keep(key, draft);
  if (before === undefined) return;
  showToast({
    title: `Replaced your draft with resend ${id}`,
    action: { label: 'Undo', run: () => resendDrafts.keep(key, before) },
  });
}

/** By delivery. Custom secrets stay out of browser storage. */
export const resendDrafts = createDraftStore<ResendDraft>('resends', (draft) => ({
  ...draft,
  secret: null,
}));
