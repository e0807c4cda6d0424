/** An export as a single download (`curl -OJ`): the raw bytes, as fast as the client reads them. */
import { Readable } from 'node:stream';
import { createRouterClient, ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { badRequest, errorBody } from '#main/hosts/api/errors.ts';
import type { Router } from '#main/hosts/api/index.ts';
import type { ExportChunk } from '#shared/deliveries/export.ts';
import { exportDownload, exportTicket } from '#shared/deliveries/export-operations.ts';
import { createOneTimeCodes } from './access.ts';
import { unknownFields } from './rest-fields.ts';

interface ExportDownloadOptions {
  readonly router: Router;
  /** Rejects requests without an access token. */
  readonly onRequest: onRequestAsyncHookHandler;
}

const ticketValidMs = 60_000;

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof ORPCError)) throw error;
  return reply.status(error.status).send(errorBody(error));
}

export function registerExportDownload(
  server: FastifyInstance,
  { router, onRequest }: ExportDownloadOptions,
): void {
  const { exports } = createRouterClient(router, { context: {} });

  /** Pulled by the socket, so a slow client slows the export. */
  async function* bytesOf(id: string, first: ExportChunk) {
    let piece = first;
    for (;;) {
      if (piece.base64 !== '') yield Buffer.from(piece.base64, 'base64');
      if (piece.done) return;
      piece = await exports.read({ id });
    }
  }

  /** Cancels the export if the client disconnects. A finished export no longer exists. */
  function endWith(reply: FastifyReply, id: string): void {
    const end = (): void => void exports.cancel({ id }).catch(() => undefined);
    if (reply.raw.closed) end();
    else reply.raw.once('close', end);
  }

  async function sendExport(reply: FastifyReply, request: unknown): Promise<FastifyReply> {
    try {
      // The contract validates the input.
      const file = await exports.create(request as Parameters<typeof exports.create>[0]);
      endWith(reply, file.id);
      // Errors of the first read can still set the status.
      let first = await exports.read({ id: file.id });
      while (first.base64 === '' && !first.done) first = await exports.read({ id: file.id });
      return await reply
        .header('content-type', file.mediaType)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(bytesOf(file.id, first), { objectMode: false }));
    } catch (error) {
      return sendError(reply, error);
    }
  }

  server.route({
    method: 'GET',
    url: `/api${exportDownload['~orpc'].route.path}`,
    // A HEAD response would need the complete export.
    exposeHeadRoute: false,
    onRequest,
    async handler(request, reply) {
      const issues = unknownFields(exportDownload, request.query, undefined);
      if (issues.length > 0) return reply.status(400).send(errorBody(badRequest(issues)));
      return sendExport(reply, request.query);
    },
  });

  const tickets = createOneTimeCodes<unknown>({ validMs: ticketValidMs, now: () => Date.now() });

  server.route({
    method: 'POST',
    url: `/api${exportTicket['~orpc'].route.path}`,
    onRequest,
    async handler(request, reply) {
      const issues = unknownFields(exportTicket, request.query, request.body);
      if (issues.length > 0) return reply.status(400).send(errorBody(badRequest(issues)));
      const expiresAt = new Date(Date.now() + ticketValidMs).toISOString();
      const path = `/downloads/${tickets.issue(request.body)}`;
      return reply.status(201).header('cache-control', 'no-store').send({ path, expiresAt });
    },
  });

  server.get<{ Params: { ticket: string } }>(
    '/downloads/:ticket',
    { exposeHeadRoute: false },
    (request, reply) => {
      const exportRequest = tickets.redeem(request.params.ticket);
      return exportRequest === undefined
        ? reply.status(404).send({
            code: 'invalid_ticket',
            message: 'This download link was used or has expired.',
            fix: 'Create a new one.',
          })
        : sendExport(reply, exportRequest);
    },
  );
}
