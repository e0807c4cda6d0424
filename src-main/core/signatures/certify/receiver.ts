/** Sends the service's requests to the receiver under certification. */

import { resultText } from '#shared/labels/attempt-result.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import type { CertificationRequest } from '#shared/schemas/certification.ts';
import type { CertificateDetails } from '#shared/schemas/delivery.ts';
import { type Connection, createConnection } from '../../http-client/connection.ts';
import type { Trust } from '../../http-client/trust.ts';
import { webhookHeaders, wireHeaders } from '../../routing/request-headers.ts';
import { sign } from '../../routing/signature.ts';

export interface ReceiverResponse {
  /** Null if no response arrived. */
  readonly status: number | null;
  /** Why there was no response; empty if there was one. */
  readonly problem: string;
  readonly durationMs: number;
  /** Of a receiver whose certificate is not trusted. */
  readonly certificates?: readonly CertificateDetails[] | undefined;
}

export interface Receiver {
  /** Sends a correctly signed request. */
  readonly signed: (body: string) => Promise<ReceiverResponse>;
  /** Sends any signature; null sends none. */
  readonly forged: (body: string, signature: string | null) => Promise<ReceiverResponse>;
  /** Sends signed requests in parallel, each on its own connection. */
  readonly together: (bodies: readonly string[]) => Promise<readonly ReceiverResponse[]>;
  readonly close: () => void;
}

export function createReceiver(
  { url, secret, headers }: Pick<CertificationRequest, 'url' | 'secret' | 'headers'>,
  trust: Trust,
): Receiver {
  const { origin, pathname, search } = new URL(url);
  const sharedConnection = createConnection(origin, { trust });

  async function post(
    connection: Connection,
    body: string,
    signature: string | null,
  ): Promise<ReceiverResponse> {
    const bytes = Buffer.from(body, 'utf8');
    const facts = { at: 0, retry: 0, message: () => ({ id: '', event: '' }) };
    const profile = profileOf({ profile: defaultProfileId });
    const lines = wireHeaders(url, webhookHeaders(profile, headers, facts), null, bytes.length);
    const { result, response, timings } = await connection.send(
      'POST',
      pathname + search,
      signature === null ? lines : [...lines, ['X-Signature', signature]],
      bytes,
    );
    return {
      status: response?.status ?? null,
      problem: response === null ? (resultText(result) ?? '') : '',
      durationMs: timings.totalMs,
      certificates: result.params.certificates,
    };
  }

  return {
    signed: (body) => post(sharedConnection, body, sign(secret, body)),
    forged: (body, signature) => post(sharedConnection, body, signature),
    async together(bodies) {
      const connections = bodies.map(() => createConnection(origin, { trust }));
      try {
        return await Promise.all(
          bodies.map((body, index) =>
            post(connections[index] ?? sharedConnection, body, sign(secret, body)),
          ),
        );
      } finally {
        for (const connection of connections) connection.close();
      }
    },
    close: () => sharedConnection.close(),
  };
}
