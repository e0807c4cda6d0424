/**
 * Requests without events: settings that browser SDKs load before their first event (D4), and
 * unknown paths from an SDK with a wrong endpoint or from a browser.
 */

import type { IncomingMessage } from 'node:http';
import type { Source } from '#shared/connections/source.ts';
import type { RejectionProblem } from '#shared/ingestion/rejection.ts';
import type { IngestTools } from './ingest-tools.ts';
import { quoted, rejectRequest } from './reject.ts';
import type { IngestReply } from './reply.ts';
import type { IngestRequest } from './request.ts';

/** Without `apiKey`, the browser SDK sends no write key. */
export const settingsReply = (source: Source, protocol: string, host: string): IngestReply => ({
  status: 200,
  body: {
    integrations: {
      'Segment.io': { apiKey: source.writeKey, apiHost: `${host}/v1`, protocol },
    },
    // Disables the SDK's own metrics.
    metrics: { sampleRate: 0 },
  },
});

/**
 * Minimal configuration for RudderStack's browser SDK. A disabled source rejects each event
 * instead.
 */
export const sourceConfigReply = ({ id, name, writeKey }: Source): IngestReply => ({
  status: 200,
  body: { source: { id, name, writeKey, enabled: true, config: {}, destinations: [] } },
});

/** A page with a wrong key never sends an event, so this request is the only evidence (D12). */
export const rejectSettings = (
  tools: IngestTools,
  writeKey: string,
  request: IngestRequest,
): Promise<IngestReply> =>
  rejectRequest(
    tools,
    request,
    {
      status: 401,
      invalid: {
        code: 'unknown_source',
        problem: tools.isTrusted()
          ? { code: 'settings_key_unknown', params: { writeKey: quoted(writeKey) } }
          : { code: 'write_key_unread', params: {} },
      },
      source: null,
    },
    tools.clock.now(),
  );

/** Paths that browsers and tools request automatically, or when a user opens the URL. */
const noise = /^\/(?:|favicon\.ico|robots\.txt|apple-touch-icon[^/]*|\.well-known\/.*)(?:\?|$)/;

/** Whether no SDK would send this request. */
export const isBrowserNoise = (method: string, url: string): boolean =>
  (method === 'GET' || method === 'HEAD') && noise.test(url);

export const notFound = ({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): RejectionProblem => ({
  code: 'path_unknown',
  params: { method, path: quoted(url) },
});

/** Stored as unauthenticated, because write keys are only read on known paths. */
export const rejectUnknownPath = (
  tools: IngestTools,
  request: IngestRequest,
): Promise<IngestReply> =>
  rejectRequest(
    tools,
    request,
    {
      status: 404,
      invalid: { code: 'not_found', problem: notFound(request) },
      source: null,
    },
    tools.clock.now(),
  );
