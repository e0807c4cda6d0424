/** What is open beside each of the inspector's lists. */
import { core } from '#renderer/core-client/core.ts';
import type { DeliveryDetail, MessageDetail } from '#shared/schemas/delivery.ts';
import type { RejectedDetail } from '#shared/schemas/message.ts';
import { createDetailStore } from './detail-store.ts';

export const openDelivery = createDetailStore<DeliveryDetail>((id) => core.deliveries.get({ id }));
export const openMessage = createDetailStore<MessageDetail>((id) => core.messages.get({ id }));
export const openRejected = createDetailStore<RejectedDetail>((id) => core.rejected.get({ id }));
