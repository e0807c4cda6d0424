/** What the REST interface offers: the contract, and what is of REST alone. */
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { exportDownload, exportTicket } from '#shared/contract/exports.ts';
import { contract } from '#shared/contract/index.ts';

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
