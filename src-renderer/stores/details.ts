/** What is open beside each of the inspector's lists, of requests made by hand, and what is compared. */
import { core } from '#renderer/data/core.ts';
import type { DeliveryDetail, MessageDetail } from '#shared/schemas/delivery.ts';
import type { RejectedDetail } from '#shared/schemas/message.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { createDetailStore } from './detail-store.ts';

const deliveryStore = () => createDetailStore<DeliveryDetail>((id) => core.deliveries.get({ id }));
const resendStore = () => createDetailStore<ResendDetail>((id) => core.resends.get({ id }));

export const openDelivery = deliveryStore();
export const openMessage = createDetailStore<MessageDetail>((id) => core.messages.get({ id }));
export const openRejected = createDetailStore<RejectedDetail>((id) => core.rejected.get({ id }));
export const openResend = resendStore();

/** The two sides of a comparison; a side made by hand is of a delivery too. */
export const compared = {
  before: { delivery: deliveryStore(), resend: resendStore() },
  after: { delivery: deliveryStore(), resend: resendStore() },
};

export const deliveryDetails = [openDelivery, compared.before.delivery, compared.after.delivery];
export const resendDetails = [openResend, compared.before.resend, compared.after.resend];
