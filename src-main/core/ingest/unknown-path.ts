/** Requests to no path of ingestion: an SDK with a wrong endpoint, or a browser that looks around. */
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import type { IngestTools } from './ingest-tools.ts';
import { quoted, rejectRequest } from './reject.ts';
import type { IngestRequest } from './request.ts';

/** Asked for by browsers and their tools without anybody's doing, also where a person opens the URL. */
const noise = /^\/(?:|favicon\.ico|robots\.txt|apple-touch-icon[^/]*|\.well-known\/.*)(?:\?|$)/;

/** Whether a request is none that an SDK would send. */
export const isBrowserNoise = (method: string, url: string): boolean =>
  (method === 'GET' || method === 'HEAD') && noise.test(url);

export const notFound = ({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): string =>
  `Not found: ${method} ${quoted(url ?? '')}. Send a batch to POST /v1/batch, or a message to POST /v1/track, /v1/identify, /v1/page, /v1/screen, /v1/group or /v1/alias.`;

/** Kept as one without a write key, whatever it came with: keys are only looked for on known paths. */
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
