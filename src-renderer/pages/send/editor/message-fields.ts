/** The fields of a message by type: what they hold and what they are for. */
import { type SdkMessageType, sdkMessageTypes } from '#shared/schemas/message.ts';

export interface MessageField {
  readonly name: string;
  readonly kind: 'id' | 'text' | 'time' | 'object' | 'type';
  readonly about: string;
}

const type: MessageField = {
  name: 'type',
  kind: 'type',
  about: `What kind of call this is: ${sdkMessageTypes.join(', ')}.`,
};
const userId: MessageField = {
  name: 'userId',
  kind: 'id',
  about: 'Who it is about. This or anonymousId is needed.',
};
const anonymousId: MessageField = {
  name: 'anonymousId',
  kind: 'id',
  about: 'Who it is about, before they are known. Webhooks get it where there is no userId.',
};
const properties: MessageField = {
  name: 'properties',
  kind: 'object',
  about: 'Free-form facts about what happened.',
};
const traits: MessageField = {
  name: 'traits',
  kind: 'object',
  about: 'Free-form facts about the user or the group.',
};
const name: MessageField = { name: 'name', kind: 'text', about: 'The name of the page or screen.' };

const everywhere: readonly MessageField[] = [
  {
    name: 'timestamp',
    kind: 'time',
    about: 'When it happened, as ISO 8601. Left out: when it arrives.',
  },
  { name: 'context', kind: 'object', about: 'Facts about where it happened: ip, page, device …' },
  {
    name: 'integrations',
    kind: 'object',
    about: 'Which destinations get it: {"All": false, "Webhooks": true}.',
  },
  {
    name: 'messageId',
    kind: 'id',
    about: 'Made for each message when left out. The same id twice counts as a duplicate.',
  },
  { name: 'sentAt', kind: 'time', about: 'When it left the client; its clock is corrected by it.' },
  { name: 'channel', kind: 'text', about: 'Such as server, browser or mobile. Full shape only.' },
];

const own: Record<SdkMessageType, readonly MessageField[]> = {
  track: [
    { name: 'event', kind: 'text', about: 'The name of what happened. Needed.' },
    userId,
    anonymousId,
    properties,
  ],
  identify: [userId, anonymousId, traits],
  page: [
    userId,
    anonymousId,
    name,
    { name: 'category', kind: 'text', about: 'A group of pages. Goes into properties.' },
    properties,
  ],
  screen: [userId, anonymousId, name, properties],
  group: [
    { name: 'groupId', kind: 'id', about: 'The group that the user belongs to. Needed.' },
    userId,
    anonymousId,
    traits,
  ],
  alias: [
    { name: 'previousId', kind: 'id', about: 'The old id. Needed.' },
    { ...userId, about: 'The new id. Needed.' },
  ],
};

export function fieldsOf(callType: SdkMessageType): readonly MessageField[] {
  return [type, ...own[callType], ...everywhere];
}

/** Read without a word, and without effect on what webhooks get. */
export const silentFields: ReadonlySet<string> = new Set([
  'originalTimestamp',
  'writeKey',
  '_metadata',
]);

export function callTypeOf(value: unknown): SdkMessageType | undefined {
  return sdkMessageTypes.find((callType) => callType === value);
}

/** Types that take this field; to say where a misplaced one belongs. */
export function typesWith(field: string): readonly SdkMessageType[] {
  return sdkMessageTypes.filter((callType) => own[callType].some((one) => one.name === field));
}

/** Names often met inside of the free-form objects. */
export const knownNames: Readonly<Record<string, readonly string[]>> = {
  context: [
    'ip',
    'locale',
    'timezone',
    'userAgent',
    'page',
    'campaign',
    'app',
    'device',
    'os',
    'library',
    'groupId',
  ],
  'context.page': ['path', 'referrer', 'search', 'title', 'url'],
  'context.app': ['name', 'version', 'build', 'namespace'],
  'context.device': ['id', 'manufacturer', 'model', 'name', 'type'],
  'context.os': ['name', 'version'],
  'context.library': ['name', 'version'],
  'context.campaign': ['name', 'source', 'medium', 'term', 'content'],
  integrations: ['All', 'Webhooks'],
  traits: ['email', 'name', 'firstName', 'lastName', 'plan', 'createdAt', 'company', 'phone'],
};
