/** `/mcp`: the tools for agents over streamable HTTP, with the access token. */
import { createRouterClient } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Router } from '#main/hosts/api/index.ts';
import { type AccessLevel, accessLevels, isAccessLevel } from '#main/hosts/mcp/access-level.ts';
import { hasTooManyValues, maxValues } from '#main/hosts/mcp/read-input.ts';
import type { Log } from '#main/kit/ports.ts';
import { formatCount } from '#shared/kit/format.ts';
import { type Access, requireToken } from './access.ts';

interface McpEndpointOptions {
  readonly router: Router;
  readonly access: Access;
  readonly docsFolder: string;
  readonly version: string;
  readonly log: Log;
}

const allowedIn = ({ query }: FastifyRequest): string =>
  String((query as { readonly allow?: unknown }).allow ?? 'read');

/** The request as the SDK takes it. Its signal is aborted when the client disconnects. */
function webRequest(
  { url, headers, body, host }: FastifyRequest,
  { raw: response }: FastifyReply,
): Request {
  const aborted = new AbortController();
  // Not on the socket: a kept connection carries many requests.
  response.once('close', () => {
    if (!response.writableFinished) aborted.abort();
  });
  return new Request(new URL(url, `http://${host}`), {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
    signal: aborted.signal,
    body: new Uint8Array(body as Buffer),
  });
}

export function registerMcp(server: FastifyInstance, options: McpEndpointOptions): void {
  const { router, access, docsFolder, version, log } = options;
  const client = createRouterClient(router);

  async function createHandler(allow: AccessLevel) {
    // Loaded on first use, because most runs never need it.
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('#main/hosts/mcp/server.ts'),
    ]);
    return createMcpHandler(
      () =>
        createMcpServer({
          version,
          allow,
          docsFolder,
          connect: async () => client,
          allowText: (level) => `?allow=${level} to the URL`,
        }),
      { onerror: (error) => log.debug('An MCP request failed.', { error }) },
    );
  }
  const handlers = new Map<AccessLevel, ReturnType<typeof createHandler>>();

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  server.addHook('onClose', async () => {
    for (const handler of handlers.values()) await (await handler).close();
  });
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    onRequest: requireToken(access),
    async handler(request, reply) {
      // Each request stands alone: there are no sessions to follow or to end.
      if (request.method !== 'POST')
        return reply
          .status(405)
          .header('allow', 'POST')
          .send({ code: 'method_not_supported', message: 'Use POST.' });
      const allow = allowedIn(request);
      if (!isAccessLevel(allow))
        return reply.status(400).send({
          code: 'bad_request',
          message: `allow must be one of ${accessLevels.join(', ')}.`,
          field: 'allow',
        });
      if (hasTooManyValues(String(request.body ?? '')))
        return reply.status(413).send({
          code: 'payload_too_large',
          message: `A request can have at most ${formatCount(maxValues)} values. Pass large ones as JSON text.`,
        });
      const handler = handlers.get(allow) ?? createHandler(allow);
      handlers.set(allow, handler);
      return reply.send(await (await handler).fetch(webRequest(request, reply)));
    },
  });
}
