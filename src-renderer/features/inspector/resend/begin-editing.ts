import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { attemptShown } from '../attempts.ts';
import { draftOf } from './resend-draft.ts';
import { resendDrafts } from './resend-drafts.ts';
import { openResendView } from './resend-route.ts';

/** Opens the editor with the request that is looked at, or with what was typed before. */
export function beginEditing(delivery: DeliveryDetail, attempt: Attempt | null): void {
  const draft = draftOf(delivery, attempt);
  const id = String(delivery.id);
  const isChosen = attempt?.id !== attemptShown(delivery, null)?.id;
  if (draft !== null && isChosen && resendDrafts.get(id) === undefined)
    resendDrafts.keep(id, draft);
  openResendView(delivery.id, 'edit');
}
