/** Plans an import while its file is read. Memory is limited even for a million entries. */

import { isLoopback } from '#shared/lib/loopback.ts';
import { isRedacted } from '#shared/lib/redacted.ts';
import type { BadLine, SkippedEntryCode } from '#shared/schemas/line-problem.ts';
import {
  maxOrigins,
  maxRedactedHeaders,
  type ResendImport,
} from '#shared/schemas/resend-import.ts';
import { maxBadLines } from '#shared/schemas/user-import.ts';
import type { FileRequest, Numbered } from './entry.ts';

type FilePlan = Pick<
  ResendImport,
  | 'entries'
  | 'bodies'
  | 'requests'
  | 'origins'
  | 'otherOrigins'
  | 'skippedEntries'
  | 'badEntries'
  | 'badEntryCount'
  | 'redactedHeaders'
  | 'otherRedactedHeaders'
  | 'redactedUrls'
>;

export interface Plan {
  add(entry: Numbered): void;
  summary(): FilePlan;
}

interface Origin {
  readonly loopback: boolean;
  requests: number;
}

export function createPlan(): Plan {
  const origins = new Map<string, Origin>();
  const skippedEntries = new Map<SkippedEntryCode, number>();
  const redactedHeaders = new Map<string, { readonly name: string; requests: number }>();
  const badEntries: BadLine[] = [];
  let badEntryCount = 0;
  let entries = 0;
  let bodies = 0;
  let requests = 0;
  let otherOrigins = 0;
  let redactedUrls = 0;
  let otherRedactedHeaders = 0;

  function addTo(url: URL): void {
    const existing = origins.get(url.origin);
    if (existing !== undefined) existing.requests += 1;
    else if (origins.size < maxOrigins)
      origins.set(url.origin, { loopback: isLoopback(url.hostname), requests: 1 });
    else otherOrigins += 1;
  }

  function addRequest({ url, headers }: FileRequest): void {
    for (const [name, value] of headers) {
      if (!isRedacted(value)) continue;
      const existing = redactedHeaders.get(name.toLowerCase());
      if (existing !== undefined) existing.requests += 1;
      else if (redactedHeaders.size < maxRedactedHeaders)
        redactedHeaders.set(name.toLowerCase(), { name, requests: 1 });
      else otherRedactedHeaders += 1;
    }
    if (isRedacted(url)) redactedUrls += 1;
    else {
      requests += 1;
      addTo(new URL(url));
    }
  }

  return {
    add({ number, read }) {
      entries += 1;
      if (read.kind === 'passed')
        skippedEntries.set(read.code, (skippedEntries.get(read.code) ?? 0) + 1);
      if (read.kind === 'bad') {
        badEntryCount += 1;
        if (badEntries.length < maxBadLines)
          badEntries.push({ line: number, problem: read.problem });
      }
      if (read.kind !== 'entry') return;
      bodies += 1;
      for (const request of read.requests) addRequest(request);
    },
    summary: () => ({
      entries,
      bodies,
      requests,
      origins: [...origins].map(([origin, counts]) => ({ origin, ...counts })),
      otherOrigins,
      skippedEntries: [...skippedEntries].map(([code, count]) => ({ code, count })),
      badEntries: [...badEntries],
      badEntryCount,
      redactedHeaders: [...redactedHeaders.values()].map((header) => ({ ...header })),
      otherRedactedHeaders,
      redactedUrls,
    }),
  };
}
