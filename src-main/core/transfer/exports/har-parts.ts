/** Parts of HAR entries that all exports share. */
import { STATUS_CODES } from 'node:http';
import type { Bytes, SentRequest } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { exactBytes, toExactBytes } from './exact-bytes.ts';

const httpVersion = 'HTTP/1.1';

const toHeaders = (lines: HeaderLines) => lines.map(([name, value]) => ({ name, value }));

const headerOf = (lines: HeaderLines, headerName: string): string | undefined =>
  lines.find(([name]) => name.toLowerCase() === headerName)?.[1];

const toQuery = (url: string) =>
  [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));

function toPostData(body: Uint8Array, headers: HeaderLines) {
  const { encoding, data } = exactBytes(body);
  return {
    mimeType: headerOf(headers, 'content-type') ?? '',
    text: data,
    // HAR defines an encoding field only for responses, not for requests.
    ...(encoding === 'base64' ? { _encoding: 'base64', comment: 'The text is base64.' } : {}),
  };
}

export const toRequest = (
  { method, url, headers }: SentRequest,
  body: Uint8Array | null,
  /** -1: the body is unknown. */
  bodyBytes = body?.length ?? -1,
) => ({
  method,
  url,
  httpVersion,
  cookies: [],
  headers: toHeaders(headers),
  queryString: toQuery(url),
  ...(body === null ? {} : { postData: toPostData(body, headers) }),
  headersSize: -1,
  bodySize: bodyBytes,
});

function toContent(headers: HeaderLines, bytes: Bytes | null) {
  const body = bytes && toExactBytes(bytes);
  return {
    size: bytes?.byteLength ?? 0,
    mimeType: headerOf(headers, 'content-type') ?? '',
    ...(body === null ? {} : { text: body.data }),
    ...(body?.encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...(bytes?.truncated
      ? { comment: 'Truncated: only the beginning of the response was stored.' }
      : {}),
  };
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: Bytes;
}

/** Without a response, HAR requires one with status 0. */
export function toResponse(response: ReceivedResponse | null) {
  const headers = response?.headers ?? [];
  return {
    status: response?.status ?? 0,
    statusText: response === null ? '' : (STATUS_CODES[response.status] ?? ''),
    httpVersion,
    cookies: [],
    headers: toHeaders(headers),
    content: toContent(headers, response?.body ?? null),
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: response?.body.byteLength ?? -1,
  };
}
