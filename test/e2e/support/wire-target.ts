/** A receiver that keeps requests as they came over the wire, with TLS where it is given a certificate. */
import { createHmac } from 'node:crypto';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

export interface WireRequest {
  readonly url: string;
  /** Header lines in the order and spelling of the wire. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Value of a header, whatever its capitals. */
  header(name: string): string | undefined;
}

export interface WireTarget {
  readonly url: string;
  readonly requests: readonly WireRequest[];
  stop(): Promise<void>;
}

interface WireTargetOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
}

function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}

export async function startWireTarget({ tls }: WireTargetOptions = {}): Promise<WireTarget> {
  const requests: WireRequest[] = [];
  const listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const headers = pairs(incoming.rawHeaders);
      const header = (name: string) =>
        headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
      requests.push({ url: incoming.url ?? '', headers, body: Buffer.concat(chunks), header });
      response.end('thanks');
    });
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a receiver computes to check X-Signature. */
export function signatureOf(body: Buffer | string, secret: string): string {
  return createHmac('sha1', secret).update(body).digest('hex');
}
