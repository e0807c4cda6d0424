/** The paths that SDKs ask for, and what each of them means (D4). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallType, callTypes } from '#shared/schemas/message.ts';
import type { Log } from '../ports.ts';
import { acceptRequest, type IngestTools } from './accept.ts';
import { type Answer, accepted, refusal, unavailable } from './answer.ts';
import { pixelEventText, pixelImage } from './pixel.ts';
import { type BodyResult, readBody } from './read-body.ts';
import type { IngestRequest } from './request.ts';
import { refuseSettings, settingsAnswer } from './settings-answer.ts';

type Expects = IngestRequest['expects'];

/** Browser SDKs' short forms. */
const shortForms: Readonly<Record<string, CallType>> = {
  i: 'identify',
  t: 'track',
  p: 'page',
  s: 'screen',
  g: 'group',
  a: 'alias',
};

const calls: Readonly<Record<string, CallType>> = {
  ...Object.fromEntries(callTypes.map((type) => [type, type])),
  ...shortForms,
};

const batches = ['batch', 'b', 'import'];

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}

const ingestRequest = (
  request: FastifyRequest,
  expects: Expects,
  body: IngestRequest['body'],
): IngestRequest => ({
  expects,
  method: request.method,
  url: request.raw.url ?? '',
  headers: request.headers,
  rawHeaders: request.raw.rawHeaders,
  remoteAddress: request.raw.socket.remoteAddress ?? '',
  body,
});

export function registerPaths(server: FastifyInstance, tools: IngestTools, log: Log): void {
  async function accept(request: IngestRequest): Promise<Answer> {
    try {
      return await acceptRequest(tools, request);
    } catch (error) {
      log.error('A request could not be stored.', { error });
      return unavailable;
    }
  }

  async function receive(
    expects: Expects,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const body: BodyResult = await readBody(request.raw);
    // The client is gone: there is nobody to answer, and nothing was accepted.
    if (body.kind === 'aborted') return reply.hijack();
    const answer = await accept(ingestRequest(request, expects, body));
    if (body.kind === 'too_large') reply.header('Connection', 'close');
    return sendAnswer(reply, answer);
  }

  for (const [path, type] of Object.entries(calls))
    server.post(`/v1/${path}`, (request, reply) => receive(type, request, reply));
  for (const path of batches)
    server.post(`/v1/${path}`, (request, reply) => receive('batch', request, reply));

  // Metrics that SDKs send about themselves: taken, so that they do not come again, and dropped.
  server.post('/v1/m', async (request, reply) => {
    const body = await readBody(request.raw);
    return body.kind === 'aborted' ? reply.hijack() : sendAnswer(reply, accepted);
  });

  server.get<{ Params: { writeKey: string } }>(
    '/v1/projects/:writeKey/settings',
    async (request, reply) => {
      const source = tools.directory.sourceByWriteKey(request.params.writeKey);
      if (source !== undefined)
        return sendAnswer(reply, settingsAnswer(source, request.protocol, request.host));
      return sendAnswer(reply, await refuseSettings(tools, request.params.writeKey, request.raw));
    },
  );

  server.get<{ Params: { type: string } }>('/v1/pixel/:type', async (request, reply) => {
    const type = calls[request.params.type];
    const search = (request.raw.url ?? '').split('?').slice(1).join('?');
    const bytes = Buffer.from(pixelEventText(search));
    if (type !== undefined)
      await accept(ingestRequest(request, type, { kind: 'read', bytes, wireBytes: bytes.length }));
    return reply.type('image/gif').header('Cache-Control', 'no-store').send(pixelImage);
  });

  server.setNotFoundHandler((request, reply) =>
    sendAnswer(
      reply,
      refusal(
        404,
        'not_found',
        `There is nothing at ${request.method} ${request.url}: send events to /v1/batch or /v1/track.`,
      ),
    ),
  );
}
