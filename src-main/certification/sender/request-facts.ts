/** What a request shows by itself, without the other requests of its message. */
import { createHash } from 'node:crypto';
import type { Exchange } from '#main/mocks/connection.ts';
import { headerLines, type ReceivedBody, signedRequest } from '#main/mocks/read-request.ts';
import {
  claimedId,
  claimedRetry,
  claimedTime,
} from '#main/signatures/signing/received-signature.ts';
import { checkSignature, isSignedBy } from '#main/signatures/signing/verify-signature.ts';
import type { SenderCertificationRequest, SenderMessage } from '#shared/certification/sender.ts';
import { type Redaction, redactedStart } from '#shared/deliveries/redaction.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { bodyProblem, comparableBody, secretIn } from './body.ts';

function digestOf(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Of each body, without secrets. */
const maxKeptBytes = 8_192;
/** Of each body: more than is searched for secrets. */
const maxReadBytes = 131_072;

// A request as reports show it: without secrets, and only the start of long values.

/** Reports are sent after every change. */
const maxBodyLength = 2_000;
const maxValueLength = 500;
const maxHeaders = 50;

export type ShownRequest = NonNullable<SenderMessage['attempts'][number]['request']>;

const start = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;

/** `redaction`: of this request alone, since a sender can put any number of secrets into its headers. */
export function factsOf(
  { profile: choice, secret, previousSecret }: SenderCertificationRequest,
  redaction: Redaction,
  exchange: Exchange,
  received: ReceivedBody,
) {
  const profile = profileOf({ profile: choice });
  const { url = '', rawHeaders } = exchange.request;
  const signed = signedRequest(exchange, received);
  const { method, headers, body } = signed;
  const { byteLength, isComplete } = received;
  // Only the start of a large body is kept, and only that of a broken request arrived: nothing can be said about it.
  const isCut = !isComplete || byteLength > body.length;
  const secrets = [secret, previousSecret ?? ''].filter((text) => text !== '');
  const lines = headerLines(exchange.request);
  redaction.learn({ request: { url, headers: lines } });
  // Before anything is cut: a part of a secret would not be found.
  const redactedUrl = redaction.url(url);
  const text = body.toString('utf8', 0, maxReadBytes);
  const safe = redactedStart(text, redaction);
  const shown: ShownRequest = {
    url: start(redactedUrl, maxValueLength),
    headers: redaction
      .headers(lines)
      .slice(0, maxHeaders)
      .map(([name, value]) => [start(name, maxValueLength), start(value, maxValueLength)]),
    body: safe.text.slice(0, maxBodyLength).toWellFormed(),
    isBodyCut: isCut || safe.isCut || safe.text.length > maxBodyLength,
  };
  return {
    method,
    url,
    redactedUrl,
    headers,
    headerLines: lines,
    bodyBytes: byteLength,
    isComplete,
    isBodyCut: isCut,
    /** For the difference to another attempt. A copy, since a part of a buffer keeps all of it in memory. */
    bodyStart: Buffer.from(
      (safe.text === text ? body : Buffer.from(safe.text)).subarray(0, maxKeptBytes),
    ),
    bodyDigest: isCut
      ? digestOf(body, String(byteLength))
      : digestOf(comparableBody(profile, body)),
    bodyProblem: isCut ? null : bodyProblem(profile, headers, body),
    secretIn: secretIn(profile, secrets, { url, rawHeaders, body }),
    id: claimedId(profile, headers),
    retry: claimedRetry(profile, headers),
    timestamp: claimedTime(profile, headers),
    signature: isCut ? null : checkSignature([profile], secret, signed, 'public'),
    isSignedWithPrevious:
      previousSecret === undefined || isCut
        ? null
        : isSignedBy(profile, previousSecret, signed, 'public'),
    shown,
  };
}

export type RequestFacts = ReturnType<typeof factsOf>;
