/** Bodies in the profile's format (D13, D55): every type, plus edge cases; or events of the provider. */

import { ExactNumber } from '#shared/lib/exact-json.ts';
import type { PayloadShape } from '#shared/schemas/destination.ts';
import type { Message } from '../../message.ts';
import { bodyText } from '../../routing/body.ts';
import type { BodyTools } from './body-tools.ts';
import { createPayloadBodies } from './payload-bodies.ts';
import { exactNumbers, type RawBody, spaced } from './raw-bodies.ts';

/** Lets a receiver recognize certification events. */
const userId = 'hookwright-certification';

/** Size of the largest message (spec 8). */
const largestBodyBytes = 32_768;

const pageProperties = {
  path: '/pricing',
  title: 'Pricing',
  url: 'https://example.com/pricing',
};

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
    events: () => [],
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
    unicode: () =>
      track(
        { name: 'Zoë 😀', city: '東京', separators: '\u2028\u2029', nfd: 'e\u0301' },
        'Größe gewählt',
      ),
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
    large(): string {
      const short = track({ text: '' });
      return track({ text: 'x'.repeat(largestBodyBytes - Buffer.byteLength(short)) });
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
