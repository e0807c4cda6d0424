/**
 * What a receiver's response shows: the digest that it computed, by the signatures of any profile, and its language.
 * A mock endpoint prints no digest in its response, but logs one (D61).
 */
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { requestedUrl } from '#shared/kit/webhook-url.ts';
import { isSignatureHeader } from '#shared/profiles/profiles.ts';
import { libraryErrorIn } from './library-errors.ts';
import type { RejectionCause } from './rejection-causes.ts';
import type { Language } from './signature.ts';

/** Finds the digest in a response. Receivers often print the one they computed. */
const digest =
  /(?<![\w+/=-])(?:sha\d{1,3}=)?(?:[\da-f]{128}|[\da-f]{64}|[\da-f]{40}|[A-Za-z\d+/]{27}=|[A-Za-z\d+/]{43}=)(?![\w+/=-])/gi;

const withoutAlgorithm = (found: string): string => found.replace(/^sha\d+=/i, '').toLowerCase();

export interface ResponseDigests {
  /** The most likely digest that differs: as long as a sent one, or else of 40 digits before others, in text order. */
  readonly other: string | undefined;
  /** Whether one of those sent is in the text. */
  readonly hasSent: boolean;
}

export function digestsInResponse(
  text: string,
  sentSignatures: readonly string[],
): ResponseDigests {
  const sentDigests = new Set(sentSignatures.map((signature) => signature.toLowerCase()));
  const digests = [...text.matchAll(digest)].map(([match]) => match);
  const others = digests.filter((match) => !sentDigests.has(withoutAlgorithm(match)));
  const lengths = new Set(sentSignatures.map(({ length }) => length));
  return {
    other:
      others.find((match) => lengths.has(withoutAlgorithm(match).length)) ??
      others.find((match) => /^[\da-f]{40}$/i.test(match)) ??
      others[0],
    hasSent: others.length < digests.length,
  };
}

/** The value, and the digests in it: `t=…,v1=…`. */
export const digestsIn = (value: string): readonly string[] => [
  value,
  ...(value.match(/[A-Za-z\d+/]{26,}={0,2}/g) ?? []),
];

export const signaturesOf = ({ request }: Attempt): readonly string[] =>
  request.headers.flatMap(([name, value]) => (isSignatureHeader(name) ? digestsIn(value) : []));

type Signed = Pick<DeliveryDetail, 'attemptList' | 'expectedSignature' | 'mockRequests'>;

/** The request of an attempt in the log of a mock endpoint. */
export function receivedRequest(
  { mockRequests }: Pick<DeliveryDetail, 'mockRequests'>,
  { url, startedAt, timings }: Pick<Attempt, 'url' | 'startedAt' | 'timings'>,
): DeliveryDetail['mockRequests'][number] | undefined {
  const { target } = requestedUrl(url);
  const endedAt = startedAt + Math.ceil(timings.totalMs);
  return mockRequests.find(
    ({ path, receivedAt }) => path === target && receivedAt >= startedAt && receivedAt <= endedAt,
  );
}

function digestsOf(delivery: Signed, attempt: Attempt) {
  const { response } = attempt;
  if (response === null || response.status < 400 || response.status > 499) return null;
  const { attemptList, expectedSignature } = delivery;
  const sent = [...attemptList.flatMap(signaturesOf), ...digestsIn(expectedSignature ?? '')];
  const computed = receivedRequest(delivery, attempt)?.computed ?? '';
  return digestsInResponse(`${response.body.text ?? ''}\n${computed}`, sent);
}

/** The digest that the receiver of a 4xx response computed, if none of those sent; null if it isn't known. */
export const printedDigest = (delivery: Signed, attempt: Attempt): string | null =>
  digestsOf(delivery, attempt)?.other ?? null;

/**
 * Why a receiver rejected a signature that no known mistake explains: what its library says, or the digest in
 * its response. Null if the response shows nothing.
 */
export function rejectionCause(delivery: Signed, attempt: Attempt): RejectionCause | null {
  const library = libraryErrorIn(attempt.response?.body.text ?? '');
  if (library !== undefined) return library.cause;
  const digests = digestsOf(delivery, attempt);
  if (digests?.other !== undefined) return 'other_secret';
  return digests?.hasSent === true ? 'comparison' : null;
}

// Guesses a receiver's framework from its response headers, for the language of fixes.

/** What frameworks and servers call themselves in Server and X-Powered-By; the framework is null if any may run in it. */
const signs: readonly (readonly [Language, framework: string | null, RegExp])[] = [
  ['node', 'nextjs', /\bnext\.js/i],
  ['node', 'express', /\bexpress\b/i],
  ['node', null, /\b(?:node|koa|nestjs)\b/i],
  ['python', 'flask', /\bwerkzeug/i],
  ['python', 'django', /\bwsgiserver/i],
  ['python', 'fastapi', /\buvicorn/i],
  ['python', null, /\b(?:python|gunicorn|hypercorn|daphne|wsgi)/i],
  ['php', 'php', /\bphp\b/i],
  ['ruby', null, /\b(?:ruby|puma|webrick|phusion|thin|unicorn)\b/i],
  ['java', null, /\b(?:jetty|tomcat|undertow|coyote|servlet)/i],
  ['csharp', 'aspnet', /\b(?:kestrel|asp\.net)/i],
];

export interface ResponseFramework {
  readonly language: Language;
  /** Of the snippets; null if only the language is known. */
  readonly framework: string | null;
}

/** Undefined if the headers don't say. */
export function responseFramework(headers: HeaderLines): ResponseFramework | undefined {
  const names = headers
    .filter(([name]) => /^(?:server|x-powered-by)$/i.test(name))
    .map(([, value]) => value)
    .join(' ');
  const found = signs.find(([, , pattern]) => pattern.test(names));
  return found && { language: found[0], framework: found[1] };
}
