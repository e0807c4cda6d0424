/** Results beyond the limit. */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { callTool, maxResultLength } from '#mcp/call-tool.ts';
import { defineTool } from '#mcp/tool.ts';
import { unsignedMistakeOf } from '#mcp/tools/diagnose-signature.ts';

const facts = { title: 'List', description: 'Lists.', level: 'read' } as const;
const connect = async () => ({ client: undefined as never });
const call = { signal: new AbortController().signal, progress: () => undefined };

/** 100 numbered rows of a thousand characters. */
const list = defineTool({
  ...{ name: 'list_rows', ...facts },
  input: z.object({ limit: z.number().default(50), cursor: z.number().default(0) }),
  output: z.object({
    rows: z.array(z.object({ number: z.number(), text: z.string() })),
    nextCursor: z.number().nullable(),
  }),
  run: async ({ input: { limit, cursor } }) => {
    const end = Math.min(100, cursor + limit);
    const numbers = Array.from({ length: end - cursor }, (_, index) => cursor + index);
    return {
      rows: numbers.map((number) => ({ number, text: 'x'.repeat(1_000) })),
      nextCursor: end < 100 ? end : null,
    };
  },
});

it('a page that is too large is shortened, and its cursor leads to the rest', async () => {
  const numbers: number[] = [];
  for (let cursor: number | null = 0; cursor !== null; ) {
    const outcome = await callTool(list, { cursor }, connect, call);
    expect(outcome.text.length).toBeLessThanOrEqual(maxResultLength);
    const { rows, nextCursor } = JSON.parse(outcome.text);
    numbers.push(...rows.map(({ number }: { number: number }) => number));
    cursor = nextCursor;
  }
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

it('a result that cannot be shortened is an error with a fix', async () => {
  const tool = defineTool({
    ...{ name: 'get_text', ...facts },
    input: z.object({}),
    output: z.object({ text: z.string() }),
    run: async () => ({ text: 'x'.repeat(maxResultLength) }),
  });
  expect(await callTool(tool, {}, connect, call)).toMatchObject({
    isError: true,
    error: { code: 'result_too_large', fix: expect.stringContaining('read_body') },
  });
});

it.each(['secret', 'digest', 'header'] as const)('a tool that reads shows no %s', (of) => {
  const difference = { of, expected: 'expected value', found: 'found value', offset: null };
  const finding = { code: 'x', message: 'm', fix: 'f', difference, alternatives: [] };
  expect(unsignedMistakeOf(finding).difference).toEqual({
    ...{ of, offset: null },
    ...{ expected: '[redacted]', found: '[redacted]' },
  });
});
