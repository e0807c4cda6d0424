/**
 * `GET /api/changes`: the change feed as server-sent events. Each batch is encoded once for all
 * clients.
 */

import { StandardBracketNotationSerializer } from '@orpc/openapi-client/standard';
import { encodeHibernationRPCEvent } from '@orpc/server/hibernation';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { badRequest, errorBody, toContractError } from '#main/hosts/api/errors.ts';
import type { Log } from '#main/kit/ports.ts';
import type { ChangeFeed, Subscription } from '#main/store/change-feed.ts';
import { ChangeBatch, ChangesRequest, changes as contract } from '#shared/changes.ts';
import { exactNumbers } from '#shared/kit/exact-json.ts';
import { timestampsToText } from '#shared/kit/timestamps.ts';
import { unknownFields } from './rest-fields.ts';
import { maxUnsentChangesBytes, type UnsentBytes } from './unsent-bytes.ts';

interface ChangeStreamOptions {
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly unsent: UnsentBytes;
  readonly log: Log;
  /** Rejects requests without an access token. */
  readonly onRequest: onRequestAsyncHookHandler;
}

/** Prevents proxies from closing an idle connection. */
const keepAliveMs = 5_000;
const comment = ': \n\n';

const brackets = new StandardBracketNotationSerializer();

export function registerChangeStream(server: FastifyInstance, options: ChangeStreamOptions): void {
  const { changes, unsent, log, onRequest } = options;
  server.route({
    method: 'GET',
    url: `/api${contract.follow['~orpc'].route.path}`,
    exposeHeadRoute: false,
    onRequest,
    handler(request, reply) {
      const { searchParams } = new URL(request.url, 'http://localhost');
      const parsed = ChangesRequest.safeParse(brackets.deserialize([...searchParams]));
      const issues = parsed.success
        ? unknownFields(contract.follow, request.query, undefined)
        : parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
      if (!parsed.success || issues.length > 0)
        return reply.status(400).send(errorBody(badRequest(issues)));
      let subscription: Subscription;
      try {
        subscription = changes.subscribe(parsed.data);
      } catch (error) {
        const contractError = toContractError(error, log);
        return reply.status(contractError.status).send(errorBody(contractError));
      }
      const { raw } = reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
      });
      raw.write(comment);
      const client = {
        unsentBytes: () => raw.writableLength,
        disconnect: () => void raw.destroy(),
      };
      const stopCounting = unsent.add(client);
      const keepAlive = setInterval(() => raw.write(comment), keepAliveMs);
      raw.once('close', () => {
        clearInterval(keepAlive);
        stopCounting();
        subscription.stop();
      });
      subscription.start(
        (batch) => {
          const bytes = asEvent(batch);
          raw.write(bytes);
          unsent.sent(client, bytes.length, maxUnsentChangesBytes);
        },
        () => raw.end(),
      );
      return reply;
    },
  });
}

// Encodes a batch of changes once for all of its subscribers.

const encoded = new WeakMap<ChangeBatch, Map<string, Buffer>>();

function encodeOnce(batch: ChangeBatch, form: string, encode: () => string): Buffer {
  const forms = encoded.get(batch) ?? new Map<string, Buffer>();
  encoded.set(batch, forms);
  const bytes = forms.get(form) ?? Buffer.from(encode());
  forms.set(form, bytes);
  return bytes;
}

/** Encodes a batch as a server-sent event. */
const asEvent = (batch: ChangeBatch): Buffer =>
  encodeOnce(
    batch,
    'event',
    () => `event: message\ndata: ${JSON.stringify(timestampsToText(ChangeBatch, batch))}\n\n`,
  );

/** Encodes a batch as a stream item of a call over a socket. Most clients use the same call ID. */
export const toCallItem = (batch: ChangeBatch, callId: string): Buffer =>
  encodeOnce(batch, `call ${callId}`, () =>
    encodeHibernationRPCEvent(callId, batch, { customJsonSerializers: exactNumbers }),
  );

export const endOfCall = (callId: string): Buffer =>
  Buffer.from(encodeHibernationRPCEvent(callId, undefined, { event: 'done' }));
