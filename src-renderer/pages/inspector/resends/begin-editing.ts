/** Ways into the editor: what is looked at is what is edited, and what was typed before is not lost. */
import { showToast } from '#renderer/ui/toast.tsx';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { attemptShown } from '../deliveries/attempts.ts';
import { draftOf, draftOfResend, type ResendDraft } from './resend-draft.ts';
import { resendDrafts } from './resend-drafts.ts';
import { openResendView } from './resend-route.ts';

/** By the number of a delivery, what its editor last sent: back from there, one goes on typing. */
const lastSent = new Map<number, number>();

export function noteSent({ deliveryId, id }: Pick<ResendDetail, 'deliveryId' | 'id'>): void {
  if (deliveryId !== null) lastSent.set(deliveryId, id);
}

/** Opens the editor with the request that is looked at, or with what was typed before. */
export function beginEditing(delivery: DeliveryDetail, attempt: Attempt | null): void {
  const draft = draftOf(delivery, attempt);
  const id = String(delivery.id);
  const isChosen = attempt?.id !== attemptShown(delivery, null)?.id;
  if (draft !== null && isChosen && resendDrafts.get(id) === undefined)
    resendDrafts.keep(id, draft);
  openResendView(delivery.id, 'edit');
}

/** Opens the editor with a request that was made by hand; one that was imported has no delivery to edit. */
export function editAgain(resend: ResendDetail): void {
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
    title: `Request ${id} is in the place of what was typed`,
    action: { label: 'Undo', run: () => resendDrafts.keep(key, before) },
  });
}
