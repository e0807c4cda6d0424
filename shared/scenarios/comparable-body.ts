/** The part of a webhook body that is the same whenever its message is sent. */
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';
import { maxParsedBytes } from '#shared/kit/nesting.ts';

/** Set for each message that is sent (D16). */
const perMessage = ['messageId', 'receivedAt', 'sentAt', 'originalTimestamp'];

function withoutPerMessage(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => !perMessage.includes(name));
  return Object.fromEntries(
    // Profiles may put the message into an envelope (D55).
    fields.map(([name, field]) => [name, name === 'data' ? withoutPerMessage(field) : field]),
  );
}

export function comparableBody(text: string): string {
  if (text.length > maxParsedBytes) return text;
  try {
    return JSON.stringify(withoutPerMessage(parseExact(text)));
  } catch {
    return text;
  }
}
