/** Rejects requests without the access token. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from './access.ts';

const rejections = {
  missing: {
    message: 'The access token is missing.',
    fix: 'Send it as "Authorization: Bearer <token>".',
  },
  wrong: {
    message: 'This access token is not valid.',
    fix: 'Use the token from the last start.',
  },
};

export const requireToken =
  (access: Access) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const verdict = access.checkRequest(request.raw);
    if (verdict.state === 'granted') return;
    if (verdict.state === 'throttled')
      await reply
        .status(429)
        .header('retry-after', verdict.retryAfterSeconds)
        .send({
          code: 'too_many_wrong_tokens',
          message: 'Too many wrong access tokens from this address.',
          fix: `Try again in ${verdict.retryAfterSeconds} s.`,
        });
    else
      await reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .send({ code: 'unauthorized', ...rejections[verdict.state] });
  };
