/** Requests to unknown paths: from an SDK with a wrong endpoint, or from a browser. */
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import type { IngestTools } from './ingest-tools.ts';
import { quoted, rejectRequest } from './reject.ts';
import type { IngestRequest } from './request.ts';

/** Paths that browsers and their tools request by themselves, or when a person opens the URL. */
const noise = /^\/(?:|favicon\.ico|robots\.txt|apple-touch-icon[^/]*|\.well-known\/.*)(?:\?|$)/;

/** Whether no SDK would send this request. */
export const isBrowserNoise = (method: string, url: string): boolean =>
  (method === 'GET' || method === 'HEAD') && noise.test(url);

export const notFound = ({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): string =>
  `Not found: ${method} ${quoted(url ?? '')}. Send a batch to POST /v1/batch, or a message to POST /v1/track, /v1/identify, /v1/page, /v1/screen, /v1/group or /v1/alias.`;

/** Stored as unauthenticated: write keys are only read on known paths. */
export const rejectUnknownPath = (tools: IngestTools, request: IngestRequest): Promise<Answer> =>
  rejectRequest(
    tools,
    request,
    {
      status: 404,
      invalid: { code: 'not_found', message: notFound(request) },
      source: null,
    },
    tools.clock.now(),
  );
