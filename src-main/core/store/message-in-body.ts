import { z } from 'zod';
import { MessageType } from '#shared/schemas/message.ts';
import type { MessageInBody } from '#shared/schemas/receiver-request.ts';

const text = z.string().optional().catch(undefined);

/** What tells one body from the other; anybody may have sent it, so that only the type must be right. */
const OwnBody = z.object({
  type: MessageType,
  event: text,
  name: text,
  properties: z.object({ name: text }).optional().catch(undefined),
  groupId: text,
  userId: text,
  anonymousId: text,
  'User ID': text,
});

/** Longest label: a line of a list shows less. */
const maxLabelLength = 200;

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The message in the body of a webhook; null when it is none of ours. */
export function messageInBody(body: Uint8Array): MessageInBody | null {
  const own = OwnBody.safeParse(parsed(body));
  if (!own.success) return null;
  const { type, event, name, properties, groupId, userId, anonymousId } = own.data;
  const label =
    event ?? name ?? properties?.name ?? groupId ?? userId ?? anonymousId ?? own.data['User ID'];
  return { type, label: (label ?? '').slice(0, maxLabelLength) };
}
