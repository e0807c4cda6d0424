/** The contract as REST under /api, for whoever sends the token as a Bearer. */
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '#api/errors.ts';
import type { Router } from '#api/index.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { AccessToken } from './access-token.ts';
import { registerExportDownload } from './export-download.ts';
import { openapiDocument } from './openapi-document.ts';
import { unknownFields } from './rest-fields.ts';

interface RestOptions {
  readonly router: Router;
  readonly token: AccessToken;
  readonly version: string;
}

const prefix = '/api';

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Refuses what names one thing in the path and another one in the body or the query: taken
 * together, as oRPC does, the path would count for nothing. And what names a field there is not.
 */
function fieldChecks(router: Router) {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  return async ({ method, url, body, query }: FastifyRequest): Promise<FieldIssue[]> => {
    const { pathname } = new URL(url, 'http://localhost');
    const match = await matcher.match(
      method,
      `/${pathname.slice(prefix.length).replace(/^\/|\/$/g, '')}`,
    );
    if (match === undefined) return [];
    const given = [body, query].filter(isObject);
    const conflicts = Object.entries(match.params ?? {}).flatMap(([name, inPath]) =>
      given.some((values) => name in values && String(values[name]) !== inPath)
        ? [
            {
              path: [name],
              message: `${name} is "${inPath}" in the path and another one beside it: leave it out there.`,
            },
          ]
        : [],
    );
    return [...conflicts, ...unknownFields(match.procedure, query, body)];
  };
}

export function registerRest(server: FastifyInstance, options: RestOptions): void {
  const { router, token, version } = options;
  const handler = new OpenAPIHandler(router);
  const issuesOf = fieldChecks(router);
  acceptJson(server);

  // The description of the interface holds no secret.
  server.get('/api/openapi.json', () => openapiDocument(version));

  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const access = token.byHeader(request.headers);
    if (access === 'granted') return;
    await reply
      .status(401)
      .header('www-authenticate', 'Bearer')
      .send({ code: 'UNAUTHORIZED', message: refusals[access] });
  };

  registerExportDownload(server, { router, onRequest });
  server.all('/api/*', {
    onRequest,
    handler: async (request, reply) => {
      const issues = await issuesOf(request);
      if (issues.length > 0) return reply.status(400).send(badRequest(issues).toJSON());
      const { matched } = await handler.handle(request, reply, { prefix, context: {} });
      return matched ? reply : noSuchPath(reply, request.method, request.url);
    },
  });
}
