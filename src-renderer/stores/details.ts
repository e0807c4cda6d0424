/** What is open beside each of the inspector's lists, and of a delivery's requests made by hand. */
import { core } from '#renderer/core-client/core.ts';
import type { DeliveryDetail, MessageDetail } from '#shared/schemas/delivery.ts';
import type { RejectedDetail } from '#shared/schemas/message.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { createDetailStore } from './detail-store.ts';

export const openDelivery = createDetailStore<DeliveryDetail>((id) => core.deliveries.get({ id }));
export const openMessage = createDetailStore<MessageDetail>((id) => core.messages.get({ id }));
export const openRejected = createDetailStore<RejectedDetail>((id) => core.rejected.get({ id }));
export const openResend = createDetailStore<ResendDetail>((id) => core.resends.get({ id }));
