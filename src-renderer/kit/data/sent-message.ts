/** The message that a send produced, by the messageId in its response. */
import type { MessageDetail } from '#shared/deliveries/delivery.ts';
import { core } from './core.ts';

/** How many messages of other traffic may follow the one just sent. */
const maxLookBack = 100;

export async function findSentMessage(messageId: string): Promise<MessageDetail | null> {
  const { items } = await core.messages.list({ limit: maxLookBack });
  const row = items.find((message) => message.messageId === messageId);
  return row === undefined ? null : core.messages.get({ id: row.id });
}
