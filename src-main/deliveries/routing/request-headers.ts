/** The request of an attempt, as the destination's profile makes it (spec 2.1, D55). */

import {
  fillTemplate,
  headerText,
  requestUrl,
  signatureLine,
  timestampText,
} from '#main/signatures/signing/profile-signature.ts';
import type { Destination, StaticHeaders, Webhook } from '#shared/connections/destination.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

/** What some profiles write into headers and signatures. */
export interface AttemptFacts {
  /** Time of the attempt. */
  readonly at: number;
  /** Number of the retry; 0 for the first attempt. */
  readonly retry: number;
  /** Read only if the profile uses it. */
  readonly message: () => MessageFacts;
}

export interface MessageFacts {
  readonly id: string;
  readonly event: string;
}

export type Signed = Pick<Destination, 'profile' | 'sharedSecret'>;

/** Values of the placeholders that a template uses. */
function filled(
  profile: ProviderProfile,
  template: string,
  { at, retry, message }: AttemptFacts,
): string | null {
  if (!template.includes('{')) return template;
  if (template.includes('{retry}') && retry === 0) return null;
  const isOfMessage = template.includes('{id}') || template.includes('{event}');
  const { id = '', event = '' } = isOfMessage ? message() : {};
  return fillTemplate(template, {
    id: headerText(id),
    event: headerText(event),
    timestamp: timestampText(profile.timestamp, at),
    retry: String(retry),
  });
}

/** Headers set by the profile and the webhook's settings, in wire order. */
export function webhookHeaders(
  profile: ProviderProfile,
  staticHeaders: StaticHeaders,
  facts: AttemptFacts,
): HeaderLines {
  const lines: [string, string][] = [];
  for (const [name, template] of profile.headers) {
    const value = filled(profile, template, facts);
    if (value !== null) lines.push([name, value]);
  }
  return [...lines, ...Object.entries(staticHeaders)];
}

/**
 * The exact headers on the wire. The signature, if any, follows Content-Type. The HTTP client writes
 * the lowercase headers.
 */
export function wireHeaders(
  url: string,
  lines: HeaderLines,
  signature: readonly [name: string, value: string] | null,
  contentLength: number | null,
): HeaderLines {
  const signatureIndex = lines.findIndex(([name]) => name.toLowerCase() === 'content-type') + 1;
  return [
    ['host', new URL(url).host],
    ['connection', 'keep-alive'],
    ...lines.slice(0, signatureIndex),
    ...(signature === null ? [] : [[...signature] as [string, string]]),
    ...lines.slice(signatureIndex),
    ...(contentLength === null
      ? []
      : [['content-length', String(contentLength)] as [string, string]]),
  ];
}

/** The signature of a request; null without a secret (D20), or if the provider doesn't sign. */
export const signatureOf = (
  { profile, sharedSecret }: Signed,
  url: string,
  body: Uint8Array,
  { at, message }: AttemptFacts,
  method = 'POST',
): readonly [name: string, value: string] | null =>
  signatureLine(profileOf({ profile }), [sharedSecret], {
    method,
    url,
    body,
    at,
    id: () => message().id,
  });

/** URL and headers of a request to a webhook. */
export function webhookRequest(
  destination: Signed,
  webhook: Webhook,
  body: Uint8Array,
  facts: AttemptFacts,
): { readonly url: string; readonly headers: HeaderLines } {
  const profile = profileOf(destination);
  const url = requestUrl(profile, webhook.url, body);
  return {
    url,
    headers: wireHeaders(
      url,
      webhookHeaders(profile, webhook.headers, facts),
      signatureOf(destination, url, body, facts),
      body.length,
    ),
  };
}
