/** What tools/list returns, which every model reads before its first word. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import type { AccessLevel } from '#main/hosts/mcp/access-level.ts';
import { createMcpServer } from '#main/hosts/mcp/server.ts';

async function list(allow: AccessLevel) {
  const [ofServer, ofClient] = InMemoryTransport.createLinkedPair();
  const facts = { version: '0.0.0-test', docsFolder: '', allow, allowText: () => '' };
  const server = createMcpServer({ ...facts, connect: async () => ({}) as never });
  await server.connect(ofServer);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(ofClient);
  const listed = await client.listTools();
  await client.close();
  return listed;
}

it('lists at most 15 tools in less than 20,000 characters', async () => {
  const listed = await list('delete');
  expect(listed.tools.length).toBeLessThanOrEqual(15);
  expect(JSON.stringify(listed).length).toBeLessThan(20_000);
});

const keywords = new Set([
  ...['type', 'description', 'enum', 'format', 'default'],
  ...['properties', 'required', 'additionalProperties', 'items'],
  ...['minimum', 'maximum', 'maxLength', 'minItems', 'maxItems'],
]);
const types = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean']);

/** Places of schemas that some model APIs reject. */
function unusual(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [path];
  const { type, properties = {}, items, additionalProperties } = schema as Record<string, unknown>;
  const inner = Object.entries(properties as object);
  return [
    ...Object.keys(schema)
      .filter((key) => !keywords.has(key))
      .map((key) => `${path}.${key}`),
    ...(types.has(String(type)) && !Array.isArray(type) ? [] : [`${path}: ${String(type)}`]),
    ...inner.flatMap(([name, field]) => unusual(field, `${path}.${name}`)),
    ...(type === 'array' ? unusual(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? unusual(additionalProperties, `${path}{}`) : []),
  ];
}

it('has plain schemas: one type each, without references, unions and tuples', async () => {
  const { tools } = await list('delete');
  expect(tools.flatMap(({ name, inputSchema }) => unusual(inputSchema, name))).toEqual([]);
});
