import type { Random } from '../ports.ts';
import { randomUuid } from '../random-id.ts';

/** The message with an id: its own where it has one, which all of a run then share. */
export const withMessageId = (
  message: Record<string, unknown>,
  random: Random,
): Record<string, unknown> => ({
  ...message,
  messageId: message.messageId ?? randomUuid(random),
});
