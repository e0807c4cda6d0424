/** `GET /api/changes`: the change feed as server-sent events, each batch encoded once for all. */
import { StandardBracketNotationSerializer } from '@orpc/openapi-client/standard';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { badRequest, toContractError } from '#api/errors.ts';
import type { ChangeFeed, Subscription } from '#core/changes/change-feed.ts';
import type { Log } from '#core/ports.ts';
import { changes as contract } from '#shared/contract/system.ts';
import { FollowRequest } from '#shared/schemas/change.ts';
import { asEvent } from './encoded-batches.ts';
import { unknownFields } from './rest-fields.ts';
import { maxUnsentChangesBytes, type UnsentBytes } from './unsent-bytes.ts';

interface ChangeStreamOptions {
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly unsent: UnsentBytes;
  readonly log: Log;
  /** Rejects requests without an access token. */
  readonly onRequest: onRequestAsyncHookHandler;
}

/** Shows proxies that the connection is in use. */
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
      const parsed = FollowRequest.safeParse(brackets.deserialize([...searchParams]));
      const issues = parsed.success
        ? unknownFields(contract.follow, request.query, undefined)
        : parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
      if (!parsed.success || issues.length > 0)
        return reply.status(400).send(badRequest(issues).toJSON());
      let subscription: Subscription;
      try {
        subscription = changes.subscribe(parsed.data);
      } catch (error) {
        const refused = toContractError(error, log);
        return reply.status(refused.status).send(refused.toJSON());
      }
      const { raw } = reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
      });
      raw.write(comment);
      const outlet = { unsentBytes: () => raw.writableLength, cut: () => void raw.destroy() };
      const forget = unsent.add(outlet);
      const keepAlive = setInterval(() => raw.write(comment), keepAliveMs);
      raw.once('close', () => {
        clearInterval(keepAlive);
        forget();
        subscription.stop();
      });
      subscription.start(
        (batch) => {
          const bytes = asEvent(batch);
          raw.write(bytes);
          unsent.sent(outlet, bytes.length, maxUnsentChangesBytes);
        },
        () => raw.end(),
      );
      return reply;
    },
  });
}
