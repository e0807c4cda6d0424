import { describe, expect, it } from 'vitest';
import { importPlanLines } from '#cli/deliveries/import-text.ts';
import { printLines } from '#headless/print.ts';
import { ResendImport } from '#shared/schemas/resend-import.ts';

const planned = (over: Partial<ResendImport> = {}): ResendImport =>
  ResendImport.parse({
    id: 'rim_1',
    name: 'a.jsonl',
    state: 'planned',
    format: 'jsonl',
    entries: 1,
    bodies: 0,
    requests: 0,
    origins: [],
    otherOrigins: 0,
    skippedEntries: [],
    badEntries: [],
    badEntryCount: 0,
    redactedHeaders: [],
    otherRedactedHeaders: 0,
    redactedUrls: 0,
    ...over,
  });

describe('the plan of an import', () => {
  it('contains no terminal control characters from the file', () => {
    const reported = planned({
      badEntries: [
        {
          line: 1,
          problem: { code: 'invalid_url', params: { url: '\u001b]0;title\u0007\u009b2J' } },
        },
      ],
      badEntryCount: 1,
    });
    const written: string[] = [];
    printLines(importPlanLines(reported), { write: (text) => written.push(String(text)) > 0 });
    expect(written.join('')).toContain('  Line 1: ');
    expect(written.join('')).not.toMatch(/[^\P{C}\n]/u);
  });

  it('shows what is sent when all requests go to one webhook', () => {
    const reported = planned({
      bodies: 2,
      origins: [{ origin: 'https://example.com', requests: 2, loopback: false }],
      redactedHeaders: [{ name: 'Authorization', requests: 2 }],
      redactedUrls: 2,
    });
    const [, ...resigned] = importPlanLines(reported, { to: 'My webhook' });
    expect(resigned).toEqual(['  2 requests to My webhook, re-signed']);
    const [, ...asIs] = importPlanLines(reported, { to: 'My webhook', asIs: true });
    expect(asIs).toEqual([
      '  2 requests to My webhook, with the headers and the signature of the file',
      '  Authorization is redacted in 2 requests and not sent; add it with --header',
    ]);
  });
});
