/** The contract as a REST API under /api, authorized with a Bearer token. */

import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, errorBody } from '#main/hosts/api/errors.ts';
import type { Router } from '#main/hosts/api/index.ts';
import type { Log } from '#main/kit/ports.ts';
import type { ChangeFeed } from '#main/store/change-feed.ts';
import { contract } from '#shared/contract.ts';
import { exportDownload, exportTicket } from '#shared/deliveries/export-operations.ts';
import { firstIssues } from '#shared/kit/error-text.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { Timestamp } from '#shared/kit/name.ts';
import { isNestedTooDeep, nestedTooDeep } from '#shared/kit/nesting.ts';
import { ErrorBody, type FieldIssue } from '#shared/kit/operation-errors.ts';
import { timestampsFromText, timestampsToText } from '#shared/kit/timestamps.ts';
import { type Access, requireToken } from './access.ts';
import { registerChangeStream } from './change-stream.ts';
import { registerExportDownload } from './export-download.ts';
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

function noSuchPath(reply: FastifyReply, method: string, url: string): FastifyReply {
  return reply.status(404).send({
    code: 'not_found',
    message: `Not found: ${method} ${url.split('?')[0]}.`,
    fix: 'See /api/openapi.json for all paths.',
  });
}

const invalidBody = (message: string) => Object.assign(new Error(message), { statusCode: 400 });

/** Matches `__proto__`, with or without escaped letters. */
const mayContainProto = /__proto__|\\u00/i;

/** Assigning this key to a plain object would replace its prototype and lose the value. */
function containsProto(text: string): boolean {
  if (!mayContainProto.test(text)) return false;
  let hasProto = false;
  JSON.parse(text, (key, value: unknown) => {
    hasProto ||= key === '__proto__';
    return value;
  });
  return hasProto;
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (isNestedTooDeep(bytes)) throw invalidBody(nestedTooDeep);
  const text = new TextDecoder().decode(bytes);
  try {
    const value = parseExact(text);
    if (!containsProto(text)) return value;
  } catch (error) {
    throw invalidBody(`The body is not valid JSON: ${(error as Error).message}.`);
  }
  throw invalidBody('The body has a key named __proto__. Rename it.');
}

/**
 * Accepts only JSON, even with an empty body, because some clients always send the content type.
 */
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
 * Rejects values that differ between the path and the body or query, because oRPC merges them and
 * would ignore the path. Also rejects unknown fields.
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
    const inputs = [body, query].filter(isObject);
    const conflicts = Object.entries(match.params ?? {}).flatMap(([name, inPath]) =>
      inputs.some((values) => name in values && String(values[name]) !== inPath)
        ? [
            {
              path: [name],
              message: `${name} differs from "${inPath}" in the path. Remove it from the query or body.`,
            },
          ]
        : [],
    );
    return [...conflicts, ...unknownFields(match.procedure, query, body)];
  };
}

export function registerRest(server: FastifyInstance, options: RestOptions): void {
  const { router, access, version } = options;
  const handler = new OpenAPIHandler(router, {
    customErrorResponseBodyEncoder: errorBody,
    clientInterceptors: [
      async ({ procedure, input, next, ...options }) => {
        const { inputSchema, outputSchema } = procedure['~orpc'];
        const issues: FieldIssue[] = [];
        const read = timestampsFromText(inputSchema, input, (issue) => issues.push(issue));
        if (issues.length > 0) throw badRequest(firstIssues(issues));
        return timestampsToText(outputSchema, await next({ ...options, procedure, input: read }));
      },
    ],
  });
  const issuesOf = fieldChecks(router);
  acceptJson(server);

  // The API description contains no secrets.
  server.get('/api/openapi.json', () => openapiDocument(version));

  const onRequest = requireToken(access);
  registerExportDownload(server, { router, onRequest });
  registerChangeStream(server, { ...options, onRequest });
  server.all('/api/*', {
    onRequest,
    handler: async (request, reply) => {
      const issues = await issuesOf(request);
      if (issues.length > 0) return reply.status(400).send(errorBody(badRequest(issues)));
      const { matched } = await handler.handle(request, reply, { prefix, context: {} });
      return matched ? reply : noSuchPath(reply, request.method, request.url);
    },
  });
}

// The OpenAPI description of the contract and the REST-only endpoints.

const converter: ZodToJsonSchemaConverter = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) =>
      schema === Timestamp ? [true, { type: 'string', format: 'date-time' }] : next(),
    // What precedes a schema has no description of its own: a check, such as that of `limitedTexts`, or a conversion.
    ({ schema, options, next }) =>
      schema instanceof z.ZodPipe &&
      (schema.in instanceof z.ZodCustom || schema.in instanceof z.ZodTransform)
        ? converter.convert(schema.out as z.ZodType, options)
        : next(),
  ],
});
const generator = new OpenAPIGenerator({ schemaConverters: [converter] });

const [, errorBodySchema] = converter.convert(ErrorBody, { strategy: 'output' });

let generated: Promise<OpenAPI.Document> | undefined;

/** Generated on first use, because most runs never need it. */
export function openapiDocument(version: string): Promise<OpenAPI.Document> {
  generated ??= generator.generate(
    { ...contract, exportDownload, exportTicket },
    {
      customErrorResponseBodySchema: () => errorBodySchema,
      info: { title: 'Hookwright', version },
      servers: [{ url: '/api' }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  );
  return generated;
}
