import { describe, expect, it } from 'vitest';
import { importPlanText } from '#headless/deliveries/import-text.ts';
import { ResendImport } from '#shared/schemas/resend-import.ts';

describe('a plan on the terminal', () => {
  it('holds nothing of the file that a terminal would act on', () => {
    const told = ResendImport.parse({
      id: 'rim_1',
      name: 'a.jsonl',
      state: 'planned',
      format: 'jsonl',
      entries: 1,
      bodies: 0,
      requests: 0,
      origins: [],
      otherOrigins: 0,
      passedOver: [],
      badEntries: [{ line: 1, reason: 'No URL. (\u001b]0;title\u0007\u009b2J)' }],
      badEntryCount: 1,
      redactedHeaders: [],
      otherRedactedHeaders: 0,
      redactedUrls: 0,
      toSend: 0,
      sent: 0,
      delivered: 0,
      failed: 0,
      refused: 0,
      startedAt: null,
      problem: null,
    });
    expect(importPlanText(told)).toContain('  Line 1: No URL. ( ]0;title  2J)');
  });
});
