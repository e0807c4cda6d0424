/** `POST /login`: exchanges the one-time code in a page's URL for the access token (D48). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Access } from './access.ts';

const LoginRequest = z.object({ code: z.string() });

export function registerLogin(server: FastifyInstance, access: Access): void {
  server.post('/login', { bodyLimit: 1_024 }, (request, reply) => {
    const parsed = LoginRequest.safeParse(request.body);
    const token = parsed.success ? access.redeemLoginCode(parsed.data.code) : null;
    reply.header('cache-control', 'no-store');
    return token === null
      ? reply.status(401).send({
          code: 'invalid_login_code',
          message: 'The login code was used or has expired. Use the access token instead.',
        })
      : reply.send({ token });
  });
}
