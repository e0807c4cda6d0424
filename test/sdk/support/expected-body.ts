/**
 * The expected webhook body of a message, derived from the documentation alone, without the
 * product's code (spec 2.1; D11, D13 to D15).
 */

export type Json = { readonly [key: string]: unknown };

/** Inputs besides the message. */
export interface Surroundings {
  /** When the server received it. */
  readonly receivedAt: number;
  readonly batch?: Json;
}

/** The time of an SDK's timestamp, in milliseconds. */
function instant(text: string): number {
  const [, seconds = '', fraction = '', zone = ''] =
    /^(.{19})(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
  const colonZone = zone.replace(/^(.\d\d)(\d\d)$/, '$1:$2');
  return Date.parse(`${seconds}.${`${fraction}000`.slice(0, 3)}${colonZone}`);
}

function timestampOf(message: Json, { receivedAt, batch }: Surroundings): string {
  const given = message.timestamp ?? message.originalTimestamp;
  const sentAt = message.sentAt ?? batch?.sentAt;
  if (typeof given !== 'string') return new Date(receivedAt).toISOString();
  const original = instant(given);
  if (typeof sentAt !== 'string') return new Date(original).toISOString();
  const skewMs = receivedAt - instant(sentAt);
  const isCorrected = Math.abs(skewMs) > 5_000 && instant(sentAt) - original < 3_600_000;
  return new Date(isCorrected ? original + skewMs : original).toISOString();
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function who(message: Json): Json {
  if (isGiven(message.userId)) return { userId: String(message.userId) };
  return { anonymousId: String(message.anonymousId) };
}

function pageProperties(message: Json): Json {
  const properties: Record<string, unknown> = { ...(message.properties ?? {}) };
  for (const key of ['name', 'category'])
    if (typeof message[key] === 'string' && !Object.hasOwn(properties, key))
      properties[key] = message[key];
  return properties;
}

function ownFields(message: Json): Json {
  switch (message.type) {
    case 'identify':
      return { ...who(message), traits: message.traits ?? {} };
    case 'track':
      return { ...who(message), event: message.event, properties: message.properties ?? {} };
    case 'page':
      return { ...who(message), properties: pageProperties(message) };
    case 'screen':
      return {
        ...who(message),
        ...(typeof message.name === 'string' ? { name: message.name } : {}),
        ...(isGiven(message.properties) ? { properties: message.properties } : {}),
      };
    case 'group':
      return {
        groupId: String(message.groupId),
        ...who(message),
        traits: message.traits ?? {},
      };
    case 'alias':
      return { 'Previous ID': String(message.previousId), 'User ID': String(message.userId) };
    default:
      throw new Error(`There is no body for the type ${JSON.stringify(message.type)}.`);
  }
}

/** The text of the body, byte for byte. */
export const expectedBody = (message: Json, around: Surroundings): string =>
  JSON.stringify({
    version: 1,
    type: message.type,
    ...ownFields(message),
    timestamp: timestampOf(message, around),
    context: { ...(around.batch?.context ?? {}), ...(message.context ?? {}) },
  });
