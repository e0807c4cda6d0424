/** What a request shows by itself, without the other requests of its message. */
import { createHash } from 'node:crypto';
import type { Exchange } from '#main/mocks/connection.ts';
import { headerLines, type ReceivedBody, signedRequest } from '#main/mocks/read-request.ts';
import { claimedId, claimedTime } from '#main/signatures/signing/received-signature.ts';
import { checkSignature, isSignedBy } from '#main/signatures/signing/verify-signature.ts';
import type { SenderCertificationRequest, SenderMessage } from '#shared/certification/sender.ts';
import { createRedaction } from '#shared/deliveries/redaction.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { bodyProblem, comparableBody, secretIn } from './body.ts';

function digestOf(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Of each body, without secrets. */
const maxKeptBytes = 8_192;

/** A copy, since a part of a buffer keeps all of it in memory. */
function startOf(body: Buffer, secrets: readonly string[]): Buffer {
  const start = Buffer.from(body.subarray(0, maxKeptBytes));
  return secrets.some((secret) => start.includes(secret))
    ? Buffer.from(createRedaction(secrets).text(start.toString('utf8')))
    : start;
}

export function factsOf(
  { profile: choice, secret, previousSecret }: SenderCertificationRequest,
  exchange: Exchange,
  received: ReceivedBody,
) {
  const profile = profileOf({ profile: choice });
  const { url = '', rawHeaders } = exchange.request;
  const signed = signedRequest(exchange, received);
  const { method, headers, body } = signed;
  const { byteLength, isComplete } = received;
  // Only the start of a large body is kept, so nothing can be said about it.
  const isCut = byteLength > body.length;
  const secrets = [secret, previousSecret ?? ''].filter((text) => text !== '');
  return {
    method,
    url,
    headers,
    headerLines: headerLines(exchange.request),
    bodyBytes: byteLength,
    /** For the difference to another attempt. */
    bodyStart: startOf(body, secrets),
    bodyDigest: isCut
      ? digestOf(body, String(byteLength))
      : digestOf(comparableBody(profile, body)),
    bodyProblem: isCut ? null : bodyProblem(profile, headers, body, isComplete),
    secretIn: secretIn(profile, secrets, { url, rawHeaders, body }),
    id: claimedId(profile, headers),
    timestamp: claimedTime(profile, headers),
    signature: isCut ? null : checkSignature([profile], secret, signed),
    isSignedWithPrevious:
      previousSecret === undefined || isCut ? null : isSignedBy(profile, previousSecret, signed),
  };
}

export type RequestFacts = ReturnType<typeof factsOf>;

// A request as reports show it: without secrets, and only the start of long values.

/** Reports are sent after every change. */
const maxBodyLength = 2_000;
const maxValueLength = 500;
const maxHeaders = 50;
const maxRequests = 100;

export type ShownRequest = NonNullable<SenderMessage['attempts'][number]['request']>;

const start = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

export function createShownRequests({ secret, previousSecret = '' }: SenderCertificationRequest) {
  let shown = 0;

  /** Null beyond the first requests. */
  return ({ url, headerLines, bodyStart, bodyBytes }: RequestFacts): ShownRequest | null => {
    shown += 1;
    if (shown > maxRequests) return null;
    // Of its own: a sender can put any number of secrets into its headers.
    const redaction = createRedaction([secret, previousSecret]);
    const body = bodyStart.toString('utf8').toWellFormed();
    return {
      url: start(redaction.url(url), maxValueLength),
      headers: redaction
        .headers(headerLines)
        .slice(0, maxHeaders)
        .map(([name, value]) => [start(name, maxValueLength), start(value, maxValueLength)]),
      body: redaction.text(body).slice(0, maxBodyLength),
      isBodyCut: body.length > maxBodyLength || bodyBytes > bodyStart.length,
    };
  };
}
