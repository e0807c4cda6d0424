/** From deliveries to the chunks of a file, lazily: nothing is read before it is asked for. */
import { type ExportRequest, mostFixtures } from '#shared/schemas/export.ts';
import { AppError } from '../../app-error.ts';
import type { Store } from '../../store/store.ts';
import { createCurlWriter } from './curl.ts';
import { readInFull, readSetup } from './delivery-in-full.ts';
import { createFixturesWriter } from './fixtures.ts';
import type { Chunk, FormatWriter, WriterOptions } from './format.ts';
import { createHarWriter } from './har.ts';
import { createJsonLinesWriter } from './json-lines.ts';
import { firstCursor, isOne, nextStep, onlyDelivery, type Step } from './selection.ts';

/** Told between chunks. `looking`: deliveries are looked for next, which takes up to 25 ms. */
export type Mark =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly share: number }
  | { readonly kind: 'delivery'; readonly left: readonly string[] };

const writers: Record<ExportRequest['format'], (options: WriterOptions) => FormatWriter> = {
  curl: createCurlWriter,
  har: createHarWriter,
  jsonl: createJsonLinesWriter,
  fixtures: createFixturesWriter,
};

export interface ExportTools {
  readonly store: Store;
  readonly version: string;
}

function* steps(
  store: Store,
  request: ExportRequest,
  upTo: number,
  now: number,
): Generator<Mark | Step, void, void> {
  if (isOne(request)) {
    yield { found: [onlyDelivery(store, request)], nextCursor: null, share: 1 };
    return;
  }
  let cursor: string | null = firstCursor(upTo);
  while (cursor !== null) {
    yield { kind: 'looking' };
    const step: Step = nextStep(store, request, now, cursor);
    yield step;
    cursor = step.nextCursor;
  }
}

/** Throws an AppError when there are more than a zip holds, before anything is written. */
function* checkFixtures(
  store: Store,
  request: ExportRequest,
  upTo: number,
  now: number,
): Generator<Mark, void, void> {
  let count = 0;
  for (const step of steps(store, request, upTo, now)) {
    if ('kind' in step) yield step;
    else count += step.found.length;
    if (count > mostFixtures)
      throw new AppError(
        'conflict',
        `A zip of fixtures holds at most ${mostFixtures.toLocaleString('en')} deliveries: narrow the filter, or take JSON lines.`,
      );
  }
}

export function* writeExport(
  { store, version }: ExportTools,
  request: ExportRequest,
  upTo: number,
  now: number,
): Generator<Chunk | Mark, void, void> {
  const { secrets, attemptId } = request;
  const writer = writers[request.format]({ version, secrets, now });
  if (request.format === 'fixtures') yield* checkFixtures(store, request, upTo, now);
  yield* writer.begin();
  for (const step of steps(store, request, upTo, now)) {
    if ('kind' in step) {
      yield step;
      continue;
    }
    const setup = readSetup(store);
    for (const summary of step.found) {
      const delivery = readInFull(store, summary, { setup, secrets, attemptId });
      if (delivery === undefined) continue;
      yield* writer.delivery(delivery);
      yield { kind: 'delivery', left: delivery.redaction.left };
    }
    yield { kind: 'found', share: step.share };
  }
  yield* writer.end();
}
