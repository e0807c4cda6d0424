/** Bodies in the profile's format (D13, D55): every type, plus edge cases; or events of the provider. */

import { bodyText } from '#main/deliveries/routing/body.ts';
import type { Message } from '#main/kit/message.ts';
import type { Random } from '#main/kit/ports.ts';
import { createTextWriter } from '#main/sending/placeholders.ts';
import { formats, jsonText } from '#main/sending/samples/formats.ts';
import { samples } from '#main/sending/samples/samples.ts';
import { verifiesJson } from '#shared/certification/receiver.ts';
import type { PayloadShape } from '#shared/connections/destination.ts';
import { ExactNumber } from '#shared/kit/exact-json.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';

interface BodyTools {
  /** Time of the core clock in milliseconds. */
  readonly now: () => number;
  readonly newMessageId: () => string;
  readonly random: Random;
  readonly profile: ProviderProfile;
}

// JSON that changes when it is parsed and serialized (D63).

/** A double rounds the first one; the second one is also beyond signed integers of 64 bits. */
const exactNumbers = ['9007199254740993', '12345678901234567890'] as const;

/** Changed by what sorts keys, rounds numbers, drops zeros or removes backslashes. A receiver may ignore it. */
const addedMember = `"hookwright":{"price":1.0,"order":${exactNumbers[0]},"id":${exactNumbers[1]},"zeta":1,"10":"ten","2":"two","text":"\\/\\u00e9"}`;

/** Whitespace that no library writes, and escaped slashes. The meaning stays the same. */
const spaced = (json: string): string =>
  json
    .replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) =>
      part.startsWith('"') ? part.replace(/(?<!\\)\//g, '\\/') : ` ${part} `,
    )
    .trim();

interface RawBody {
  readonly text: string;
  /** The same event as libraries serialize it. */
  readonly rewritten: readonly string[];
  /** False if a receiver may reject the event itself. */
  readonly isRequired: boolean;
}

/** Text that receivers decode or cut wrongly. */
interface EdgeBody {
  readonly text: string;
  /** The same event with a short ASCII text; null if a receiver must accept any text. */
  readonly plain: string | null;
}

/** In Unicode's composed and decomposed forms, and beyond its first plane. */
const unicodeText = { name: 'Zoë 😀', city: '東京', separators: '\u2028\u2029', nfd: 'e\u0301' };

/** Size of the largest message (spec 8). */
const largestBodyBytes = 32_768;

// Events of a provider, instead of messages (D55).

/** A second body of a provider with one sample. */
const otherPayload = '{"type":"another"}';

function createPayloadBodies({ now, newMessageId, random, profile }: BodyTools) {
  /** Sample events of the provider; a custom profile has none. */
  const samplesOfProvider = samples.flatMap((sample) =>
    sample.kind === 'payload' && sample.profile === profile.id ? [sample] : [],
  );
  const events =
    samplesOfProvider.length > 0
      ? samplesOfProvider
      : [{ event: 'certification', payload: '{"type":"certification"}' }];
  const text = (index: number, at = now()): string =>
    createTextWriter(events[index]?.payload ?? otherPayload, {
      clock: { now: () => at },
      random,
    })(index + 1);
  /** Both common forms if that of the provider is not known (D64). */
  const formsOf = (event: string): readonly string[] =>
    formats[profile.id] === undefined && verifiesJson(profile)
      ? [event, JSON.stringify(JSON.parse(event), null, 2)]
      : [event];
  const rewrittenForms = (json: string): readonly string[] => {
    const event: unknown = JSON.parse(json);
    return [
      ...new Set([
        JSON.stringify(event),
        jsonText(profile.id, event),
        JSON.stringify(event, null, 2),
      ]),
    ];
  };
  /** Receivers may reject an event with a member that the provider doesn't send. */
  const edge = (value: object): EdgeBody => {
    const withMember = (added: object): string =>
      text(0).replace('{', () => `{"hookwright":${JSON.stringify(added)},`);
    return { text: withMember(value), plain: withMember({ text: 'plain' }) };
  };
  return {
    event: events[0]?.event ?? '',
    unicode: () => edge(unicodeText),
    large: () => edge({ text: 'x'.repeat(largestBodyBytes) }),
    track: (at?: number) => text(0, at),
    page: () => text(1),
    events: () =>
      events.flatMap(({ event }, index) =>
        formsOf(text(index)).map((form) => ({ event, text: form })),
      ),
    identified: () => ({ messageId: newMessageId(), text: text(0) }),
    spaced: (): RawBody => {
      const event = text(0);
      return { text: spaced(event), rewritten: rewrittenForms(event), isRequired: true };
    },
    exactNumbers: (): RawBody => {
      const event = text(0).replace('{', () => `{${addedMember},`);
      return { text: event, rewritten: rewrittenForms(event), isRequired: false };
    },
  };
}

/** Lets a receiver recognize certification events. */
const userId = 'hookwright-certification';

const pageProperties = {
  path: '/pricing',
  title: 'Pricing',
  url: 'https://example.com/pricing',
};

const messageTypes = ['track', 'identify', 'page', 'screen', 'group', 'alias', 'delete'] as const;

export type Bodies = ReturnType<typeof createBodies>;

export function createBodies(tools: BodyTools) {
  const { now, newMessageId, profile } = tools;
  const timeText = (at = now()): string => new Date(at).toISOString();

  function message(fields: Partial<Message> & Pick<Message, 'type'>, at = now()): Message {
    const timestamp = timeText(at);
    const messageId = newMessageId();
    return { userId, messageId, timestamp, receivedAt: timestamp, context: {}, ...fields };
  }

  const textOf = (sent: Message, payloadShape: PayloadShape = 'documented'): string =>
    bodyText(sent, { payloadShape, profile });

  const body = (fields: Partial<Message> & Pick<Message, 'type'>): string =>
    textOf(message(fields));

  const track = (properties: Message['properties'] & object, event = 'Certification'): string =>
    body({ type: 'track', event, properties });

  const messages = {
    event: 'Certification',
    /** One message of each type, or the sample events of the provider. The first is that of `track`. */
    events: () => messageTypes.map((type) => ({ event: type as string, text: messages[type]() })),
    /** @param _at Time in a payload; messages may be old. */
    track: (_at?: number) => track({ revenue: '39.95', shippingMethod: '2-day' }),
    identify: () => body({ type: 'identify', traits: { name: 'Peter Gibbons', logins: 5 } }),
    page: () => body({ type: 'page', properties: pageProperties }),
    screen: () =>
      body({
        type: 'screen',
        name: 'Main Screen',
        context: { os: { name: 'Android', version: '16' }, app: { build: '412' } },
      }),
    group: () =>
      body({ type: 'group', groupId: 'g1', traits: { name: 'Initech', employees: 329 } }),
    alias: () => body({ type: 'alias', previousId: 'anonymous' }),
    delete: () => body({ type: 'delete' }),
    unicode: (): EdgeBody => ({ text: track(unicodeText, 'Größe gewählt'), plain: null }),
    specialCharacters: () =>
      track({
        html: '<a href="/?a=1&b=2">it\'s</a>',
        path: 'C:\\temp',
        lines: 'a\tb\r\nc',
        end: '</script>',
      }),
    emptyObjects: () => track({ object: {}, list: [], nested: [{}, [[]]], text: '', none: null }),
    numbers: () =>
      track({
        zero: 0,
        negative: -0.5,
        sum: 0.1 + 0.2,
        small: 1e-7,
        large: 1e21,
        largest: Number.MAX_VALUE,
        integer: Number.MAX_SAFE_INTEGER,
        price: 39.95,
      }),
    keyOrder: () => track({ 2: 'two', 10: 'ten', zeta: 1, alpha: 2, Beta: 3, '': 4, é: 5, a_b: 6 }),
    large(): EdgeBody {
      const short = track({ text: '' });
      const text = track({ text: 'x'.repeat(largestBodyBytes - Buffer.byteLength(short)) });
      return { text, plain: null };
    },
    spaced: (): RawBody => {
      const page = body({ type: 'page', properties: pageProperties });
      return { text: spaced(page), rewritten: [page], isRequired: true };
    },
    exactNumbers: (): RawBody => {
      const [order, id] = exactNumbers.map((digits) => new ExactNumber(digits));
      const text = track({ order, id });
      return { text, rewritten: [JSON.stringify(JSON.parse(text))], isRequired: true };
    },
    /** Uses the full shape because it includes the messageId (D16). */
    identified(): { readonly messageId: string; readonly text: string } {
      const sent = message({ type: 'track', event: 'Certification', properties: { once: true } });
      return { messageId: sent.messageId, text: textOf(sent, 'full') };
    },
    minuteAgo: () =>
      textOf(message({ type: 'track', event: 'Certification', properties: {} }, now() - 60_000)),
  };
  return profile.body === 'payload' ? { ...messages, ...createPayloadBodies(tools) } : messages;
}
