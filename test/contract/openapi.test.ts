import { expect, it } from 'vitest';
import { openapiDocument } from '#main/hosts/headless/rest.ts';
import { operationsOf } from './operations.ts';

it('the REST description lists every operation of the contract and the export download, and nothing else', async () => {
  const { paths } = await openapiDocument('0.0.0-test');
  const listed = Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const wanted = operationsOf().map(({ method, path }) => `${method} ${path}`);
  expect(listed.sort()).toEqual(
    [...wanted, 'GET /deliveries/export', 'POST /deliveries/export/tickets'].sort(),
  );
});

it('the export download is described with its parameters and its file', async () => {
  const { paths } = await openapiDocument('0.0.0-test');
  const { parameters, responses } = paths?.['/deliveries/export']?.get ?? {};
  const names = parameters?.map((parameter) => 'name' in parameter && parameter.name);
  expect(names).toEqual(
    expect.arrayContaining(['format', 'filter', 'deliveryId', 'secrets', 'upTo']),
  );
  expect(Object.keys(responses?.['200'] ?? {})).toEqual(['description', 'content']);
  expect(JSON.stringify(responses?.['200'])).toContain('application/x-ndjson');
});

it('every operation has a summary and its errors', async () => {
  const { paths } = await openapiDocument('0.0.0-test');
  for (const [path, item] of Object.entries(paths ?? {}))
    for (const [method, operation] of Object.entries(item ?? {})) {
      const { summary, responses } = operation as { summary?: string; responses?: object };
      expect(summary, `${method} ${path}`).toBeTruthy();
      expect(Object.keys(responses ?? {}), `${method} ${path}`).toEqual(
        expect.arrayContaining(['400', '404', '409', '503']),
      );
    }
});

it('every operation is described with its effect', async () => {
  const { paths } = await openapiDocument('0.0.0-test');
  const described = Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      (operation as { 'x-effect'?: string })['x-effect'],
    ]),
  );
  expect(Object.fromEntries(described)).toMatchObject({
    ...Object.fromEntries(
      operationsOf().map(({ method, path, effect }) => [`${method} ${path}`, effect]),
    ),
    'GET /deliveries/export': 'read',
    'GET /deliveries': 'read',
    'PATCH /sources/{id}': 'write',
    'POST /deliveries/{id}/retry': 'sends',
    'DELETE /mocks/{id}/requests': 'deletes',
  });
});

it('times are described as ISO 8601 text, and errors by their fields', async () => {
  const { paths } = await openapiDocument('0.0.0-test');
  const { responses } = paths?.['/sources/{id}']?.get ?? {};
  const described = JSON.stringify(responses?.['200']);
  expect(described).toContain('"createdAt":{"type":"string","format":"date-time"}');
  const error = JSON.stringify(responses?.['404']);
  for (const field of ['code', 'message', 'field', 'fix']) expect(error).toContain(`"${field}":`);
});

it('operations that others rely on keep their paths', () => {
  const operations = operationsOf().map(({ method, path }) => `${method} ${path}`);
  expect(operations).toEqual(
    expect.arrayContaining([
      'GET /ledger',
      'GET /messages',
      'GET /rejected',
      'GET /deliveries',
      'GET /deliveries/{id}',
      'POST /deliveries/{id}/retry',
      'GET /sources',
      'POST /sources',
      'GET /sources/{id}',
      'PATCH /sources/{id}',
      'DELETE /sources/{id}',
      'GET /destinations',
      'POST /destinations',
      'GET /destinations/{id}',
      'PATCH /destinations/{id}',
      'DELETE /destinations/{id}',
      'POST /send',
      'GET /samples',
      'POST /audiences',
      'POST /audiences/{id}/members',
      'POST /audiences/{id}/syncs',
      'POST /traits',
      'POST /traits/{id}/syncs',
      'POST /deletions',
    ]),
  );
});

it('records of texts are described as such', async () => {
  const { paths } = await openapiDocument('0.0.0-test');
  const described = JSON.stringify(paths?.['/scenarios/check']?.post);
  expect(described).toContain(
    '"additionalProperties":{"type":"string","maxLength":10000},"default":{}}',
  );
});
