/** The contract over REST. */

import type { ClientContext } from '@orpc/client';
import { ORPCError } from '@orpc/client';
import { getContractRouter, isContractProcedure } from '@orpc/contract';
import { OpenAPILink, type OpenAPILinkOptions } from '@orpc/openapi-client/fetch';
import { ErrorBody, errorStatuses } from '#shared/contract/errors.ts';
import { contract } from '#shared/contract/index.ts';
import { timestampsFromText, timestampsToText } from '#shared/contract/timestamps.ts';

function errorOf(body: unknown, { status }: { readonly status: number }) {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return null;
  const { code, message, ...data } = parsed.data;
  const defined = Object.hasOwn(errorStatuses, code);
  return new ORPCError(code, { status, message, data, defined });
}

export const createRestLink = (options: OpenAPILinkOptions<ClientContext>) =>
  new OpenAPILink(contract, {
    ...options,
    customErrorResponseBodyDecoder: errorOf,
    interceptors: [
      async ({ path, input, next, ...rest }) => {
        const procedure = getContractRouter(contract, path);
        if (!isContractProcedure(procedure)) return next();
        const { inputSchema, outputSchema } = procedure['~orpc'];
        const output = await next({ ...rest, path, input: timestampsToText(inputSchema, input) });
        return timestampsFromText(outputSchema, output, ({ path: field }) => {
          throw new Error(`Hookwright's response has no time in ${field.join('.')}.`);
        });
      },
    ],
  });
