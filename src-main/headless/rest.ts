/** The contract as REST under /api, for whoever sends the token as a Bearer. */
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Router } from '#api/index.ts';
import type { AccessToken } from './access-token.ts';
import { openapiDocument } from './openapi-document.ts';

interface RestOptions {
  readonly router: Router;
  readonly token: AccessToken;
  readonly version: string;
}

const refusals = {
  missing: 'Send the access token as "Authorization: Bearer <token>".',
  wrong:
    'This access token is not valid: each start has its own, unless one is given with --token.',
};

function noSuchPath(reply: FastifyReply, method: string, url: string): FastifyReply {
  return reply.status(404).send({
    code: 'NOT_FOUND',
    message: `There is no ${method} ${url.split('?')[0]}. /api/openapi.json lists what there is.`,
  });
}

/** JSON only, also without a body: some clients always name the type. */
function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'ignore');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.length === 0) done(null, {});
      else parse(request, body, done);
    },
  );
}

export function registerRest(server: FastifyInstance, options: RestOptions): void {
  const { router, token, version } = options;
  const handler = new OpenAPIHandler(router);
  acceptJson(server);

  // The description of the interface holds no secret.
  server.get('/api/openapi.json', () => openapiDocument(version));

  server.all('/api/*', {
    onRequest: async (request, reply) => {
      const access = token.byHeader(request.headers);
      if (access === 'granted') return;
      await reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .send({ code: 'UNAUTHORIZED', message: refusals[access] });
    },
    handler: async (request, reply) => {
      const { matched } = await handler.handle(request, reply, { prefix: '/api', context: {} });
      return matched ? reply : noSuchPath(reply, request.method, request.url);
    },
  });
}
