import { useState } from 'react';
import { showDone } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { createDraftStore } from '#renderer/kit/forms/draft.ts';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { type CopyDraft, draftOf, draftOfCopy } from '#renderer/requests/copy/copy-draft.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { CopyDetail, CopyEdit } from '#shared/deliveries/copy.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { viewOf } from '../deliveries-route.ts';
import { attemptShown } from '../detail/attempts.ts';
import { copyViewOf, openCopyView } from './copy-route.ts';

function isEditing(deliveryId: number): boolean {
  const { route } = useRoute.getState();
  return viewOf(route).id === deliveryId && copyViewOf(route) === 'edit';
}

interface SendingCopy {
  readonly busy: boolean;
  /** Why the last copy was not sent. */
  readonly problem: string | null;
  readonly send: () => Promise<void>;
}

/** Sends a copy and opens its response, unless the user left meanwhile. */
export function useSendCopy(edit: CopyEdit): SendingCopy {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const copy = await core.copies.send(edit);
      const { id } = copy;
      noteSent(copy);
      if (isEditing(edit.deliveryId)) openCopyView(edit.deliveryId, id);
      else
        showToast({
          title: 'Copy sent',
          action: { label: 'View', run: () => openCopyView(edit.deliveryId, id) },
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

function noteSent({ deliveryId, id }: Pick<CopyDetail, 'deliveryId' | 'id'>): void {
  if (deliveryId !== null) lastSent.set(deliveryId, id);
}

/** Opens the editor with the shown request or the stored draft. */
export function openEditor(delivery: DeliveryDetail, attempt: Attempt | null): void {
  const draft = draftOf(delivery, attempt);
  const id = String(delivery.id);
  const isChosen = attempt?.id !== attemptShown(delivery, null)?.id;
  if (draft !== null && isChosen && copyDrafts.get(id) === undefined) copyDrafts.keep(id, draft);
  openCopyView(delivery.id, 'edit');
}

/** Opens the editor with a previous copy; those of received requests have no delivery to edit. */
export function editCopy(copy: CopyDetail): void {
  const { deliveryId, id } = copy;
  if (deliveryId === null) return;
  if (lastSent.get(deliveryId) !== id) replaceDraft(String(deliveryId), draftOfCopy(copy), id);
  openCopyView(deliveryId, 'edit');
}

function replaceDraft(key: string, draft: CopyDraft, id: number): void {
  const before = copyDrafts.get(key);
  copyDrafts.keep(key, draft);
  if (before === undefined) return;
  showDone({
    title: `Replaced your draft with copy ${id}`,
    undo: { run: () => copyDrafts.keep(key, before) },
  });
}

/** By delivery. Custom secrets stay out of browser storage. */
export const copyDrafts = createDraftStore<CopyDraft>('copies', (draft) => ({
  ...draft,
  secret: null,
}));
