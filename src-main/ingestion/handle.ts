/** Handles HTTP requests of the ingestion endpoint. */

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { toOriginForm } from '#main/kit/absolute-request.ts';
import { handleInTurn } from '#main/kit/pipelined-requests.ts';
import type { Log } from '#main/kit/ports.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { acceptRequest } from './accept-request.ts';
import { findWriteKeys, sourceWithKey } from './authenticate.ts';
import type { IngestTools } from './ingest-tools.ts';
import {
  isBrowserNoise,
  notFound,
  rejectSettings,
  rejectUnknownPath,
  settingsReply,
  sourceConfigReply,
} from './other-requests.ts';
import { matchRoute } from './paths.ts';
import { pixelEventText, pixelImage } from './pixel.ts';
import { drain, readBody } from './read-body.ts';
import { accepted, errorReply, type IngestReply, unavailable } from './reply.ts';
import type { IngestRequest } from './request.ts';

// Pages of any origin may send events, but only to this listener.

/** How long a browser caches a preflight response. Browsers limit this to two hours. */
const preflightSeconds = 7_200;

/** Headers that let the page of `Origin` read the response. Empty for clients without an origin. */
function corsHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { origin } = headers;
  return origin === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'Retry-After',
        Vary: 'Origin',
      };
}

/** Response to a preflight. Allows all requested headers. */
function preflightHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { headers } = request;
  const requestedHeaders = headers['access-control-request-headers'];
  return {
    ...corsHeaders(request),
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
    ...(requestedHeaders === undefined ? {} : { 'Access-Control-Allow-Headers': requestedHeaders }),
    'Access-Control-Max-Age': String(preflightSeconds),
    Vary: 'Origin, Access-Control-Request-Headers',
    // A page on a public https origin needs permission to access this machine.
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'Access-Control-Allow-Private-Network': 'true' }
      : {}),
  };
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  reply: IngestReply,
  end: (text: string) => void = (text) => response.end(text),
): void {
  const text = JSON.stringify(reply.body);
  response.writeHead(reply.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...corsHeaders(request),
    ...reply.headers,
  });
  end(text);
}

/**
 * Responds to a client that may still be sending. The response is sent immediately and ended after
 * the request.
 */
function writeEarly(request: IncomingMessage, response: ServerResponse, reply: IngestReply): void {
  response.setHeader('Connection', 'close');
  write(request, response, reply, (text) => {
    response.write(text);
    void drain(request).then(() => response.end());
  });
}

const noBody = { kind: 'read', bytes: Buffer.alloc(0), wireBytes: 0 } as const;

const toIngest = (
  request: IncomingMessage,
  expects: IngestRequest['expects'],
  body: IngestRequest['body'],
): IngestRequest => ({
  expects,
  method: request.method ?? '',
  url: request.url ?? '',
  headers: request.headers,
  rawHeaders: request.rawHeaders,
  remoteAddress: request.socket.remoteAddress ?? '',
  body,
  isDisconnected: () => request.socket.destroyed,
});

async function handleEvents(
  tools: IngestTools,
  expects: IngestRequest['expects'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  // The client disconnected, so there is no response, and nothing was accepted.
  if (body.kind === 'aborted') return;
  const reply = await acceptRequest(tools, toIngest(request, expects, body));
  (body.kind === 'too_large' ? writeEarly : write)(request, response, reply);
}

/** Stores requests to unknown paths that an SDK may have sent. */
async function handleUnknownPath(
  tools: IngestTools,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (isBrowserNoise(request.method ?? '', request.url ?? ''))
    return writeEarly(
      request,
      response,
      errorReply(404, 'not_found', rejectionText(notFound(request))),
    );
  const body = await readBody(request);
  if (body.kind === 'aborted') return;
  const reply = await rejectUnknownPath(tools, toIngest(request, 'batch', body));
  (body.kind === 'too_large' ? writeEarly : write)(request, response, reply);
}

async function handlePixel(
  tools: IngestTools,
  expects: IngestRequest['expects'],
  search: string,
  request: IncomingMessage,
): Promise<void> {
  const bytes = Buffer.from(pixelEventText(search));
  const body = { kind: 'read', bytes, wireBytes: bytes.length } as const;
  await acceptRequest(tools, toIngest(request, expects, body));
}

function writePixel(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'image/gif',
    'Content-Length': pixelImage.length,
    'Cache-Control': 'no-store',
    ...corsHeaders(request),
  });
  response.end(pixelImage);
}

const isTls = (request: IncomingMessage): boolean =>
  (request.socket as TLSSocket).encrypted === true;

async function handle(
  tools: IngestTools,
  log: Log,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const route = matchRoute(request.method ?? '', request.url ?? '');
  switch (route.kind) {
    case 'events':
      return handleEvents(tools, route.expects, request, response);
    case 'metrics': {
      // Accepted so that SDKs don't retry them, then discarded.
      const body = await readBody(request);
      return body.kind === 'aborted' ? undefined : write(request, response, accepted);
    }
    case 'settings': {
      const source = tools.configCache.sourceByWriteKey(route.writeKey);
      const scheme = isTls(request) ? 'https' : 'http';
      return write(
        request,
        response,
        source === undefined
          ? await rejectSettings(tools, route.writeKey, toIngest(request, 'batch', noBody))
          : settingsReply(source, scheme, request.headers.host ?? ''),
      );
    }
    case 'sourceConfig': {
      const ingest = toIngest(request, 'batch', noBody);
      const keys = findWriteKeys(ingest, null);
      const source = sourceWithKey(tools.configCache, keys);
      return write(
        request,
        response,
        source === null
          ? await rejectSettings(tools, keys[0] ?? '', ingest)
          : sourceConfigReply(source),
      );
    }
    case 'pixel':
      // The page displays the image, so it is returned even if storing the event fails.
      await handlePixel(tools, route.expects, route.search, request).catch((error) =>
        log.error("Can't store a pixel event.", { error }),
      );
      return writePixel(request, response);
    case 'preflight':
      response.writeHead(204, preflightHeaders(request));
      response.end();
      return;
    case 'nothing':
      return handleUnknownPath(tools, request, response);
  }
}

/** Handles requests of the listener. All errors return 503, so that clients keep their events. */
export const createHandler =
  (tools: IngestTools, log: Log) =>
  (request: IncomingMessage, response: ServerResponse): void =>
    handleInTurn(request, response, () => {
      if (!toOriginForm(request))
        return void response.writeHead(400, { Connection: 'close' }).end();
      handle(tools, log, request, response).catch((error) => {
        log.error("Can't store a request.", { error });
        if (!response.headersSent) write(request, response, unavailable(error));
      });
    });
