/** The report and history hash of a run. */
import { describe, expect, it } from 'vitest';
import { withoutTimes } from '#main/scenarios/compare-runs.ts';
import {
  canonicalLine,
  firstDifference,
  historyHashOf,
} from '#main/scenarios/history/history-hash.ts';
import { indexHistory } from '#main/scenarios/history/history-index.ts';
import { combinedVerdict, createRunReport, type RunSummary } from '#main/scenarios/run-report.ts';
import { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import { RunReport } from '#shared/scenarios/schema/report.ts';
import { hourMs, outage, outageRun } from './simulated-run.ts';

const run = outageRun();
const history = indexHistory(run.events);
const summary: RunSummary = {
  version: '0.1.0',
  scenario: { file: 'outage.yaml', name: 'Outage', description: null, tags: [], case: null },
  seed: 1,
  command: 'npx hookwright run outage.yaml --seed 1',
  real: { startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1_700, archive: null },
  checks: [],
  inconclusive: [],
  randomHeaders: new Set(),
  outages: [{ mock: 'shop', ...outage }],
};

describe('the report of a run', () => {
  it('has all requests in its lanes, and the counts', () => {
    const report = createRunReport(summary, history, run.facts);
    expect(RunReport.parse(report)).toEqual(report);
    const { lanes, bucketMs, steps } = report.timeline;
    const buckets = lanes.flatMap((lane) => lane.buckets);
    const total = buckets.reduce(
      (sum, { ok, failed, noResponse }) => sum + ok + failed + noResponse,
      0,
    );
    expect(total).toBe(report.counts.requests);
    expect(buckets.length).toBeLessThanOrEqual(500);
    expect(Math.max(...buckets.map(({ index }) => index)) * bucketMs).toBeLessThanOrEqual(
      report.virtualMs,
    );
    expect(steps).toEqual([
      { id: 'orders', action: 'send', name: null, startedAt: 0, endedAt: 3 * hourMs },
    ]);
    expect(report.counts).toMatchObject({ messages: 600, deliveries: 600, open: 0 });
    expect(report.verdict).toBe('passed');
  });

  it('says what waited, at which URL attempts failed, and how it ended', () => {
    const { film, bucketMs } = createRunReport(summary, history, run.facts).timeline;
    // Two of the three hours are an outage.
    expect(film).toMatchObject({ held: 400, heldDelivered: 400, lost: 0, twice: 0 });
    expect(film.states).toMatchObject({ delivered: 600, waiting: 0 });
    const [lane] = film.lanes;
    const sum = (outcome: 'accepted' | 'failed') =>
      lane?.buckets.reduce((total, bucket) => total + bucket[outcome], 0);
    expect(lane?.webhook).toBe('mock:shop');
    expect(sum('accepted')).toBe(600);
    expect(sum('failed')).toBe(history.attempts.length - 600);
    const waitingAt = (ms: number) => film.waiting[Math.floor(ms / bucketMs)] ?? 0;
    expect(waitingAt(outage.from - bucketMs)).toBe(0);
    expect(waitingAt(outage.until - 2 * bucketMs)).toBeGreaterThan(390);
    expect(Math.max(...film.waiting)).toBe(film.held);
    expect(film.waiting.at(-1)).toBe(0);
    const ends = history.deliveries.map(({ versions }) => versions.at(-1)?.event.at ?? 0);
    const during = ends.filter((at) => at >= outage.from && at < outage.until);
    expect(during).toEqual([]);
    const held = history.deliveries.filter(({ versions }) => versions.length > 1);
    const cleared = Math.max(...held.map(({ versions }) => versions.at(-1)?.event.at ?? 0));
    expect(film.clearedAfterMs).toBe(cleared - outage.until);
  });

  it('counts what ended without delivery as lost, and what may have been processed twice', () => {
    const [first, second] = history.requests;
    if (first === undefined || second === undefined) throw new Error('no request');
    const end = run.facts.now;
    const refused = { ...history.deliveries[0]?.versions[0]?.event, at: end, state: 'refused' };
    const repeated = { ...first.event, at: end, status: null, cause: null };
    const events = [...run.events, HistoryEvent.parse(refused), HistoryEvent.parse(repeated)];
    const { film } = createRunReport(summary, indexHistory(events), run.facts).timeline;
    expect(film).toMatchObject({ lost: 1, twice: 1 });
  });

  it('has the worst verdict of its checks', () => {
    const reason = { code: 'stall', message: '', place: null } as const;
    expect(combinedVerdict([{ verdict: 'passed' }, { verdict: 'skipped' }], [])).toBe('passed');
    expect(combinedVerdict([{ verdict: 'passed' }], [reason])).toBe('inconclusive');
    expect(combinedVerdict([{ verdict: 'inconclusive' }, { verdict: 'passed' }], [])).toBe(
      'inconclusive',
    );
    expect(combinedVerdict([{ verdict: 'inconclusive' }, { verdict: 'failed' }], [reason])).toBe(
      'failed',
    );
  });
});

const noHeaders = new Set<string>();
const lineOf = (event: HistoryEvent): string => canonicalLine(event, noHeaders);

describe('the history hash of a run', () => {
  it('does not depend on the order of keys, and changes with any value', () => {
    const [first, ...others] = run.events;
    if (first === undefined) throw new Error('no event');
    const reversed = HistoryEvent.parse(Object.fromEntries(Object.entries(first).toReversed()));
    expect(historyHashOf([reversed, ...others], noHeaders)).toBe(
      historyHashOf(run.events, noHeaders),
    );
    const moved = { ...first, at: first.at + 1 };
    expect(historyHashOf([moved, ...others], noHeaders)).not.toBe(
      historyHashOf(run.events, noHeaders),
    );
    const lines = run.events.map(lineOf);
    expect(firstDifference(lines, [moved, ...others].map(lineOf))).toEqual({
      a: lineOf(first),
      b: lineOf(moved),
    });
    expect(firstDifference(lines, lines.slice(0, -1))?.b).toBeNull();
    expect(firstDifference(lines, lines)).toBeNull();
    expect(firstDifference(lines, [moved, ...others].map(lineOf), withoutTimes)).toBeNull();
  });

  it('leaves out values of headers that are random', () => {
    const signedWith = (signature: string) =>
      run.events.map((event) =>
        'headers' in event
          ? { ...event, headers: [['X-Signature', signature] as [string, string]] }
          : event,
      );
    const [a, b] = [signedWith('a'), signedWith('b')];
    expect(historyHashOf(a, noHeaders)).not.toBe(historyHashOf(b, noHeaders));
    const random = new Set(['x-signature']);
    expect(historyHashOf(a, random)).toBe(historyHashOf(b, random));
  });

  it('is empty without events', () => {
    expect(historyHashOf([], noHeaders)).toBe('');
  });

  it('covers every field of every event', () => {
    for (const event of run.events) expect(JSON.parse(lineOf(event))).toEqual(event);
  });
});
