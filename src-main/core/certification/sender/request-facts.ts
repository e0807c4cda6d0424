/** What a request shows by itself, without the other requests of its message. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createRedaction } from '#shared/lib/redaction.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { SenderCertificationRequest } from '#shared/schemas/sender-certification.ts';
import { headerLines, type ReceivedBody } from '../../mocks/read-request.ts';
import { claimedId, claimedTime } from '../../routing/received-signature.ts';
import { checkSignature, isSignedBy } from '../../routing/verify-signature.ts';
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
  incoming: IncomingMessage,
  { bytes: body, byteLength, isComplete }: ReceivedBody,
) {
  const profile = profileOf({ profile: choice });
  const { method = '', url = '', headers, rawHeaders } = incoming;
  // The sender may know this machine by another name.
  const signed = { method, url: `http://${headers.host ?? ''}${url}`, headers, body };
  // Only the start of a large body is kept, so nothing can be said about it.
  const isCut = byteLength > body.length;
  const secrets = [secret, previousSecret ?? ''].filter((text) => text !== '');
  return {
    method,
    url,
    headers,
    headerLines: headerLines(incoming),
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
