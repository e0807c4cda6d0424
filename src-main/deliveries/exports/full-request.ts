/** An entry of a mock endpoint's log with everything an export contains, with secrets redacted. */

import type { ReadStore } from '#main/store/reader/read-store.ts';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import type { ForwardedRequest, MockEntryDetail } from '#shared/mocks/request.ts';

/** The mock endpoint at the start of the export. */
export interface ExportedMock {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

export interface FullRequest {
  readonly mock: ExportedMock;
  /** Redacted. */
  readonly entry: MockEntryDetail;
  /** As the sender wrote it; null without a request. */
  readonly url: string | null;
  /** Never redacted, since it is signed. */
  readonly body: Uint8Array;
  readonly redaction: Redaction;
}

function urlOf({ path, headers, connection }: MockEntryDetail): string | null {
  if (path === null) return null;
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? 'localhost';
  const url = `${connection.tls === null ? 'http' : 'https'}://${host}${path}`;
  return URL.canParse(url) ? url : null;
}

function redactedForwarding(redaction: Redaction, forwarded: ForwardedRequest): ForwardedRequest {
  const { url, headers, exchanges } = forwarded;
  return {
    ...forwarded,
    url: redaction.url(url),
    headers: redaction.headers(headers),
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      response: exchange.response && redaction.response(exchange.response),
    })),
  };
}

/** Returns undefined if the log was cleared meanwhile. */
export function readFullRequest(
  store: ReadStore,
  id: number,
  mock: ExportedMock,
  redaction: Redaction,
): FullRequest | undefined {
  const entry = store.mockRequests.detail(mock.id, id);
  const body = store.mockRequests.bodyOf(mock.id, id);
  if (entry === undefined || body === undefined) return undefined;
  const { response, forwarded } = entry;
  const url = urlOf(entry);
  redaction.learn({ request: { url: url ?? '', headers: entry.headers }, response });
  if (forwarded !== null)
    redaction.learn({
      request: forwarded,
      response: forwarded.exchanges[0]?.response ?? null,
    });
  return {
    mock,
    url: url && redaction.url(url),
    body,
    redaction,
    entry: {
      ...entry,
      path: entry.path && redaction.url(entry.path),
      headers: redaction.headers(entry.headers),
      response: response && redaction.response(response),
      forwarded: forwarded && redactedForwarding(redaction, forwarded),
    },
  };
}
