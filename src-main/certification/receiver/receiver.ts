/** Sends requests to the receiver under certification, as the profile's provider does. */

import { webhookHeaders, wireHeaders } from '#main/deliveries/routing/request-headers.ts';
import { type Connection, createConnection } from '#main/kit/http-client/connection.ts';
import type { SendTools } from '#main/kit/http-client/connector.ts';
import type { SentAttempt } from '#main/signatures/request-context.ts';
import { headersOf, type SignatureSubject } from '#main/signatures/signed-request.ts';
import {
  type Digest,
  requestUrl,
  signatureLine,
} from '#main/signatures/signing/profile-signature.ts';
import type { CertificationRequest } from '#shared/certification/receiver.ts';
import type { CertificateDetails } from '#shared/deliveries/delivery.ts';
import { type KnownSecrets, knownRedaction } from '#shared/deliveries/redaction.ts';
import { resultText } from '#shared/deliveries/text.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { firstLineOf } from '#shared/kit/first-line.ts';

import { requestedUrl } from '#shared/kit/webhook-url.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { type LibraryError, libraryErrorIn } from '#shared/signatures/library-errors.ts';
import {
  digestsIn,
  digestsInResponse,
  type ResponseDigests,
  responseFramework,
} from '#shared/signatures/receiver-response.ts';
import type { Language } from '#shared/signatures/signature.ts';

export interface ReceiverResponse {
  /** Null if no response arrived. */
  readonly status: number | null;
  /** Why there was no response; empty if there was one. */
  readonly problem: string;
  /** First line of the body, with marks for invisible characters; empty without a body. */
  readonly firstLine: string;
  /** Of the library that verifies, if the body has it. */
  readonly libraryError?: LibraryError | undefined;
  /** Of a 4xx with a digest in its body. */
  readonly rejected?: RejectedSignature | undefined;
  readonly durationMs: number;
  /** The receiver closed a connection that it had kept open, before it responded. */
  readonly closedReused: boolean;
  /** Of the request. */
  readonly sentHeaders: HeaderLines;
  /** Of a receiver whose certificate is not trusted. */
  readonly certificates?: readonly CertificateDetails[] | undefined;
}

/** A signed request, and the digests in the response that rejects it. */
export interface RejectedSignature {
  readonly subject: SignatureSubject;
  readonly attempt: SentAttempt;
  readonly digests: ResponseDigests;
  readonly language: Language | undefined;
}

/** What the provider says about a request beside its body. */
export interface RequestFacts {
  readonly id: string;
  readonly event: string;
  /** The time of the timestamp. */
  readonly at: number;
  /** Instead of the provider's own. */
  readonly contentType?: string | undefined;
}

/** How a request is signed. */
export interface Signing {
  /** Instead of the digest of the profile. */
  readonly digest?: Digest;
  /** Instead of the shared secret, the newest first. */
  readonly secrets?: readonly string[];
}

export interface Receiver {
  readonly newFacts: (facts?: Partial<RequestFacts>) => RequestFacts;
  /** The value of the signature's header; empty if the profile doesn't sign. */
  readonly signature: (body: string, facts: RequestFacts, signing?: Signing) => string;
  /** Sends a correctly signed request. */
  readonly signed: (body: string, facts?: Partial<RequestFacts>) => Promise<ReceiverResponse>;
  /** Sends any signature; null sends none. */
  readonly forged: (...request: ReceiverRequest) => Promise<ReceiverResponse>;
  /** The headers of such a request. */
  readonly headersOf: (...request: ReceiverRequest) => HeaderLines;
  /** Sends signed requests in parallel, each on its own connection. */
  readonly together: (bodies: readonly string[]) => Promise<readonly ReceiverResponse[]>;
  /** Sends signed requests one after the other on a connection of their own, and repeats none. */
  readonly onOneConnection: (bodies: readonly string[]) => Promise<readonly ReceiverResponse[]>;
  readonly close: () => void;
}

/** `signedBody`: the one whose hash is in the URL, if the profile adds it. */
type ReceiverRequest = readonly [
  body: string,
  facts: RequestFacts,
  signature: string | null,
  signedBody?: string,
];

function rejectedOf(
  request: Pick<RejectedSignature, 'subject' | 'attempt'>,
  response: { readonly status: number; readonly headers: HeaderLines } | null,
  text: string,
  signature: string,
): RejectedSignature | undefined {
  if (response === null || response.status < 400 || response.status > 499) return undefined;
  const digests = digestsInResponse(text, digestsIn(signature));
  if (!digests.hasSent && digests.other === undefined) return undefined;
  return { ...request, digests, language: responseFramework(response.headers)?.language };
}

export function createReceiver(
  {
    url,
    secret,
    headers,
    profile: choice,
  }: Pick<CertificationRequest, 'url' | 'secret' | 'headers' | 'profile'>,
  sendTools: SendTools,
  known: KnownSecrets,
  newFacts: Receiver['newFacts'],
): Receiver {
  const { origin } = new URL(url);
  // Before a text is cut: a part of a secret would not be found.
  const redaction = knownRedaction(known, { secrets: [secret, ...Object.values(headers)] });
  redaction.learn({ request: { url, headers: Object.entries(headers) } });
  const sharedConnection = createConnection(origin, sendTools);
  const profile = profileOf({ profile: choice });

  function signature(
    body: string,
    { id, at }: RequestFacts,
    { digest, secrets = [secret] }: Signing = {},
  ): string {
    const bytes = Buffer.from(body, 'utf8');
    const facts = {
      ...{ method: 'POST', url: requestUrl(profile, url, bytes), body: bytes, at },
      id: () => id,
    };
    return signatureLine(profile, secrets, facts, digest)?.[1] ?? '';
  }

  function wireRequest(
    ...[body, { id, event, at, contentType }, value, signedBody = body]: ReceiverRequest
  ) {
    const bytes = Buffer.from(body, 'utf8');
    const address = requestUrl(profile, url, Buffer.from(signedBody, 'utf8'));
    const facts = { at, retry: 0, message: () => ({ id, event }) };
    const { signature: scheme } = profile;
    const line =
      value === null || scheme.kind === 'none' ? null : ([scheme.header, value] as const);
    const given = webhookHeaders(profile, headers, facts).map(([name, text]): [string, string] =>
      name.toLowerCase() === 'content-type' ? [name, contentType ?? text] : [name, text],
    );
    return { address, bytes, lines: wireHeaders(address, given, line, bytes.length) };
  }

  async function post(
    connection: Connection,
    ...request: ReceiverRequest
  ): Promise<ReceiverResponse> {
    const [, { at }, value] = request;
    const { address, bytes, lines } = wireRequest(...request);
    const { target } = requestedUrl(address);
    const { result, response, timings } = await connection.send('POST', target, lines, bytes, {
      rules: profile,
    });
    const text = Buffer.from(response?.body ?? []).toString('utf8');
    const subject = {
      ...{ profile, secret, method: 'POST', url: address, body: bytes, receivedAt: at },
      headers: headersOf(lines),
    };
    const attempt = { url: address, startedAt: at, timings, request: { headers: lines } };
    return {
      status: response?.status ?? null,
      problem: response === null ? (resultText(result) ?? '') : '',
      firstLine: firstLineOf(redaction.text(text)),
      libraryError: libraryErrorIn(text),
      rejected: rejectedOf({ subject, attempt }, response, text, value ?? ''),
      durationMs: timings.totalMs,
      closedReused: result.params.reusedConnection === true,
      sentHeaders: lines,
      certificates: result.params.certificates,
    };
  }

  /** The receiver may have closed the connection as idle, which says nothing about this request (D74). */
  async function postAgainIfClosed(
    connection: Connection,
    ...request: ReceiverRequest
  ): Promise<ReceiverResponse> {
    const response = await post(connection, ...request);
    if (!response.closedReused) return response;
    connection.close();
    return await post(connection, ...request);
  }

  function signedRequest(body: string, given?: Partial<RequestFacts>): ReceiverRequest {
    const facts = newFacts(given);
    return [body, facts, signature(body, facts)];
  }

  return {
    newFacts,
    signature,
    signed: (body, facts) => postAgainIfClosed(sharedConnection, ...signedRequest(body, facts)),
    forged: (...request) => postAgainIfClosed(sharedConnection, ...request),
    headersOf: (...request) => wireRequest(...request).lines,
    async together(bodies) {
      const connections = bodies.map((body) => ({
        body,
        connection: createConnection(origin, sendTools),
      }));
      try {
        return await Promise.all(
          connections.map(({ body, connection }) => post(connection, ...signedRequest(body))),
        );
      } finally {
        for (const { connection } of connections) connection.close();
      }
    },
    async onOneConnection(bodies) {
      const connection = createConnection(origin, sendTools);
      const responses: ReceiverResponse[] = [];
      try {
        for (const body of bodies) responses.push(await post(connection, ...signedRequest(body)));
      } finally {
        connection.close();
      }
      return responses;
    },
    close: () => sharedConnection.close(),
  };
}
