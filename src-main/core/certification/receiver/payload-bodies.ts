/** Events of a provider, instead of messages (D55). */
import { verifiesJson } from '#shared/schemas/certification.ts';
import { createTextWriter } from '../../send/placeholders.ts';
import { formats, jsonText } from '../../send/samples/formats.ts';
import { samples } from '../../send/samples/samples.ts';
import type { BodyTools } from './body-tools.ts';
import { addedMember, type RawBody, spaced } from './raw-bodies.ts';

/** A second body of a provider with one sample. */
const otherPayload = '{"type":"another"}';

export function createPayloadBodies({ now, newMessageId, random, profile }: BodyTools) {
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
  return {
    event: events[0]?.event ?? '',
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
