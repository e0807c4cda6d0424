/** The contract over REST. */

import type { ClientContext } from '@orpc/client';
import { ORPCError } from '@orpc/client';
import { getContractRouter, isContractProcedure } from '@orpc/contract';
import { OpenAPILink, type OpenAPILinkOptions } from '@orpc/openapi-client/fetch';
import { contract } from '#shared/contract.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { ErrorBody, errorStatuses } from '#shared/kit/operation-errors.ts';
import { timestampsFromText, timestampsToText } from '#shared/kit/timestamps.ts';

/** The link would parse JSON without the digits of long numbers (D46), so it gets the text. */
function withTextBody(response: Response): Response {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true)
    return response;
  const headers = new Headers(response.headers);
  headers.set('content-type', 'text/plain');
  return new Response(response.body, { status: response.status, headers });
}

const parsed = (body: unknown): unknown => (typeof body === 'string' ? parseExact(body) : body);

function errorOf(body: unknown, { status }: { readonly status: number }) {
  try {
    const { code, message, ...data } = ErrorBody.parse(parsed(body));
    const defined = Object.hasOwn(errorStatuses, code);
    return new ORPCError(code, { status, message, data, defined });
  } catch {
    return null;
  }
}

export const createRestLink = ({
  fetch: send = fetch,
  ...options
}: OpenAPILinkOptions<ClientContext>) =>
  new OpenAPILink(contract, {
    ...options,
    fetch: async (...request) => withTextBody(await send(...request)),
    customErrorResponseBodyDecoder: errorOf,
    interceptors: [
      async ({ path, input, next, ...rest }) => {
        const procedure = getContractRouter(contract, path);
        if (!isContractProcedure(procedure)) return next();
        const { inputSchema, outputSchema } = procedure['~orpc'];
        const output = await next({ ...rest, path, input: timestampsToText(inputSchema, input) });
        return timestampsFromText(outputSchema, parsed(output), ({ path: field }) => {
          throw new Error(`Hookwright's response has no time in ${field.join('.')}.`);
        });
      },
    ],
  });
