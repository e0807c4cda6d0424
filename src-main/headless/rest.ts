/** The contract as REST under /api, for whoever sends the token as a Bearer. */

import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '#api/errors.ts';
import type { Router } from '#api/index.ts';
import type { ChangeFeed } from '#core/changes/change-feed.ts';
import type { Log } from '#core/ports.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import { exportDownload, exportTicket } from '#shared/contract/exports.ts';
import { contract } from '#shared/contract/index.ts';
import { parseExact } from '#shared/lib/exact-json.ts';
import { isNestedTooDeep, nestedTooDeep } from '#shared/lib/nesting.ts';
import type { Access } from './access.ts';
import { registerChangeStream } from './change-stream.ts';
import { registerExportDownload } from './export-download.ts';
import { renamedPath } from './renamed-paths.ts';
import { unknownFields } from './rest-fields.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

interface RestOptions {
  readonly router: Router;
  readonly access: Access;
  readonly version: string;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly unsent: UnsentBytes;
  readonly log: Log;
}

const prefix = '/api';

const rejections = {
  missing: 'Send the access token as "Authorization: Bearer <token>".',
  wrong: 'This access token is not valid. Use the one that was printed or set at the last start.',
};

function noSuchPath(reply: FastifyReply, method: string, url: string): FastifyReply {
  const { pathname } = new URL(url, 'http://localhost');
  const path = renamedPath(pathname);
  if (path !== null)
    return reply.status(410).send({
      code: 'renamed',
      message: `${pathname} is now ${path}.`,
      fix: `Use ${path}.`,
      path,
    });
  return reply.status(404).send({
    code: 'NOT_FOUND',
    message: `There is no ${method} ${url.split('?')[0]}. /api/openapi.json lists what there is.`,
  });
}

const refusedBody = (message: string) => Object.assign(new Error(message), { statusCode: 400 });

/** `__proto__`, with or without escaped letters. */
const mayHoldProto = /__proto__|\\u00/i;

/** Assigned to a plain object, it would replace the prototype and be lost. */
function holdsProto(text: string): boolean {
  if (!mayHoldProto.test(text)) return false;
  let found = false;
  JSON.parse(text, (key, value: unknown) => {
    found ||= key === '__proto__';
    return value;
  });
  return found;
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (isNestedTooDeep(bytes)) throw refusedBody(nestedTooDeep);
  const text = new TextDecoder().decode(bytes);
  try {
    const value = parseExact(text);
    if (!holdsProto(text)) return value;
  } catch (error) {
    throw refusedBody(`The body is not valid JSON: ${(error as Error).message}.`);
  }
  throw refusedBody('The body has a key named __proto__. Rename it.');
}

/** JSON only, also without a body: some clients always name the type. */
function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseBody(body),
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
  const { router, access, version } = options;
  const handler = new OpenAPIHandler(router);
  const issuesOf = fieldChecks(router);
  acceptJson(server);

  // The description of the interface holds no secret.
  server.get('/api/openapi.json', () => openapiDocument(version));

  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const verdict = access.checkRequest(request.raw);
    if (verdict.state === 'granted') return;
    if (verdict.state === 'throttled')
      await reply
        .status(429)
        .header('retry-after', verdict.retryAfterSeconds)
        .send({
          code: 'too_many_wrong_tokens',
          message: `Too many wrong access tokens from this address. Try again in ${verdict.retryAfterSeconds} s.`,
        });
    else
      await reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .send({ code: 'UNAUTHORIZED', message: rejections[verdict.state] });
  };

  registerExportDownload(server, { router, onRequest });
  registerChangeStream(server, { ...options, onRequest });
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

// What the REST interface offers: the contract, and what is of REST alone.

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });

let generated: Promise<OpenAPI.Document> | undefined;

/** Made when it is first asked for: most runs never are. */
export function openapiDocument(version: string): Promise<OpenAPI.Document> {
  generated ??= generator.generate(
    { ...contract, exportDownload, exportTicket },
    {
      info: { title: 'Hookwright', version },
      servers: [{ url: '/api' }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  );
  return generated;
}
