/** Sample events of providers: shaped and written as each documents them, with values of our own. */
import type { SamplePayload } from '#shared/schemas/send.ts';
import { jsonText } from './formats.ts';

/** `event` is the name in the provider's headers or body. */
export const payloadSample = (
  profile: string,
  event: string,
  title: string,
  payload: string,
): SamplePayload => ({
  kind: 'payload',
  name: `${profile}.${event.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  title,
  profile,
  event,
  payload,
});

export const jsonSample = (
  profile: string,
  event: string,
  title: string,
  body: object,
): SamplePayload => payloadSample(profile, event, title, jsonText(profile, body));
