/** Results beyond the limit. */

import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { callTool, maxResultLength } from '#main/hosts/mcp/call-tool.ts';
import { action, contextOf } from '#main/hosts/mcp/tool.ts';
import { shownCauseOf } from '#main/hosts/mcp/tools/diagnose-signature.ts';
import { getScenarioRun } from '#main/hosts/mcp/tools/scenario-runs.ts';
import { createRedaction, nothingKnown } from '#shared/deliveries/redaction.ts';
import type { SignatureCause } from '#shared/signatures/signature.ts';

const facts = { description: 'Lists.', operations: [] } as const;
const connect = async () => ({}) as never;
const call = { signal: new AbortController().signal, progress: () => undefined };

/** 100 numbered rows of a thousand characters. */
const list = action({
  ...facts,
  input: z.object({ limit: z.number().default(50), cursor: z.number().default(0) }),
  output: z.object({
    rows: z.array(z.object({ number: z.number(), text: z.string() })),
    nextCursor: z.number().nullable(),
  }),
  run: async ({ limit, cursor }) => {
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
    const outcome = await callTool({ list }, { cursor }, connect, call);
    expect(outcome.text.length).toBeLessThanOrEqual(maxResultLength);
    const { rows, nextCursor } = JSON.parse(outcome.text);
    numbers.push(...rows.map(({ number }: { number: number }) => number));
    cursor = nextCursor;
  }
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

it('a result that cannot be shortened is an error with a fix', async () => {
  const get = action({
    ...facts,
    input: z.object({}),
    output: z.object({ text: z.string() }),
    run: async () => ({ text: 'x'.repeat(maxResultLength) }),
  });
  const { isError, text } = await callTool({ get }, {}, connect, call);
  expect(isError).toBe(true);
  expect(JSON.parse(text)).toMatchObject({
    code: 'result_too_large',
    fix: expect.stringContaining('read_body'),
  });
});

it('an action can call its operations, and no others', async () => {
  const client = { clock: { get: async () => 'now', set: async () => 'set' }, jobs: {} };
  const show = action({
    ...{ description: 'Shows.', operations: ['clock.get'] },
    input: z.object({}),
    output: z.object({ now: z.string(), names: z.array(z.string()) }),
    run: async (_input, { api }) => ({
      now: String(await api.clock.get()),
      names: [...Object.keys(api), ...Object.keys(api.clock)],
    }),
  });
  const { text } = await callTool({ show }, {}, async () => client as never, call);
  expect(JSON.parse(text)).toEqual({ now: 'now', names: ['clock', 'get'] });
});

const causeOf = (difference: SignatureCause['difference']): SignatureCause => ({
  ...{
    code: 'x',
    message: 'm',
    fix: 'f',
    fixCode: null,
    language: null,
    difference,
    alternatives: [],
  },
});

it.each(['secret', 'content'] as const)('no tool shows a %s', (of) => {
  const cause = causeOf({ of, expected: 'expected value', found: 'found value', offset: null });
  expect(shownCauseOf(cause, createRedaction([])).difference).toEqual({
    ...{ of, offset: null },
    ...{ expected: '[redacted]', found: '[redacted]' },
  });
});

it('secrets are encoded again only if they changed since the last call', async () => {
  const encode = vi.spyOn(globalThis, 'btoa');
  onTestFinished(() => encode.mockRestore());
  let secret = 'of-the-first';
  const client = {
    settings: { secrets: async () => ({ ...nothingKnown, values: [secret] }) },
  } as never;
  /** The redacted text, and whether secrets were encoded for it. */
  async function redacted(text: string) {
    encode.mockClear();
    const redaction = await contextOf(client, [], call).readRedaction();
    return [redaction.text(text), encode.mock.calls.length > 0];
  }
  expect(await redacted('b2YtdGhlLWZpcnN0')).toEqual(['[redacted]', true]);
  expect(await redacted('b2YtdGhlLWZpcnN0')).toEqual(['[redacted]', false]);
  secret = 'of-another';
  expect(await redacted('of-the-first of-another')).toEqual(['of-the-first [redacted]', true]);
});

it('a tool names the algorithms', () => {
  const difference = {
    of: 'algorithm',
    expected: 'SHA-1',
    found: 'SHA-256',
    offset: null,
  } as const;
  const shown = shownCauseOf(causeOf(difference), createRedaction([]));
  expect(shown.difference).toEqual(difference);
});

it('no tool shows secrets in a URL, or the part of one, however the receiver read it', () => {
  const url = 'https://a.example/c?api_token=first%26second';
  const variants = [
    url.replace('https', 'http'),
    '/c?api_token=first%26second',
    decodeURIComponent(url),
    `https://a.example/${'c'.repeat(150)}?api_token=first%26second`,
  ];
  for (const found of variants) {
    const { difference } = shownCauseOf(
      causeOf({ of: 'url', expected: url, found, offset: null }),
      createRedaction([]),
    );
    expect(JSON.stringify(difference)).not.toMatch(/first|second/);
    expect(difference.expected).toContain('a.example/c?api_token=');
  }
});

it('a difference far from the start of a body is shown', () => {
  const difference = { of: 'body', expected: '…"a":1…', found: '…"a": 1…', offset: 5_000 } as const;
  expect(shownCauseOf(causeOf(difference), createRedaction([])).difference).toEqual(difference);
});

it('only the start of a text in a run of anyone is searched for secrets, and no part of one is shown', async () => {
  const secret = Array.from({ length: 600 }, (_, index) => `part-${index}`).join('');
  const searched: number[] = [];
  const redaction = createRedaction([secret]);
  const text = (given: string) => {
    searched.push(given.length);
    return redaction.text(given);
  };
  const check = { verdict: 'failed', name: 'a', nearest: [], warnings: [], place: null };
  const checks = [{ ...check, found: secret.repeat(100) }];
  const shown = await getScenarioRun.run({ id: 'a', offset: 0 }, {
    api: { scenarios: { report: async () => ({ report: { checks, inconclusive: [] } }) } },
    readRedaction: async () => ({ ...redaction, text }),
  } as never);
  expect(shown).toMatchObject({ failed: [{ found: '…' }] });
  expect(Math.max(...searched)).toBeLessThan((secret.length * 100) / 10);
});
