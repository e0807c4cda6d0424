import { describe, expect, it } from 'vitest';
import {
  aheadText,
  backText,
  fasterThan,
  fastForwardProblem,
  finishCountsText,
  finishResult,
  modeText,
  nextText,
  slowerThan,
} from '#renderer/clock/clock-labels.ts';
import { type FinishRun, finishShare } from '#renderer/kit/data/fast-forward.ts';
import { formatSpan } from '#shared/kit/duration.ts';

const hour = 3_600_000;
const now = new Date(2026, 10, 20, 12, 0, 0).getTime();

describe('clock labels', () => {
  it('show durations in their two largest units', () => {
    expect(formatSpan(28_900)).toBe('28 s');
    expect(formatSpan(208_000)).toBe('3 min 28 s');
    expect(formatSpan(2 * hour + 58 * 60_000 + 59_000)).toBe('2 h 58 min');
    expect(formatSpan(26 * hour)).toBe('1 d 2 h');
  });

  it('name the mode in the top bar', () => {
    expect(modeText({ mode: 'real', speed: 1 })).toBe('Real time');
    expect(modeText({ mode: 'fast', speed: 3_600 })).toBe('× 3,600');
    expect(modeText({ mode: 'fast', speed: 1 })).toBe('× 1');
    expect(modeText({ mode: 'paused', speed: 1 })).toBe('Paused');
  });

  it('distinguish ahead from behind', () => {
    expect(aheadText(2 * hour)).toBe('2 h ahead');
    expect(aheadText(-12_000)).toBe('12 s behind');
    expect(aheadText(400)).toBe('in sync with real time');
  });

  it('step through the speeds, also from a custom one', () => {
    expect([fasterThan(1), fasterThan(30), fasterThan(3_600)]).toEqual([10, 60, undefined]);
    expect([slowerThan(10), slowerThan(30), slowerThan(1)]).toEqual([1, 10, undefined]);
  });

  it('show when the next attempt is, and why fast-forward is disabled', () => {
    expect(nextText(now + 208_000, now)).toBe('next in 3 min 28 s');
    expect(fastForwardProblem(now + 208_000, now)).toBeUndefined();
    expect(nextText(now, now)).toBe('due now');
    expect(fastForwardProblem(now, now)).toBe('Already due');
    expect(nextText(null, now)).toBe('No retries scheduled');
    expect(fastForwardProblem(null, now)).toBe('No retries scheduled');
  });
});

describe('the summary after returning to real time', () => {
  const facts = { waiting: 0, nextAttemptAt: null, realNow: now, aheadMs: 10 };

  it('is empty if nothing is scheduled', () => {
    expect(backText(facts)).toBe('');
  });

  it('counts waiting deliveries, and shows how far timestamps are ahead', () => {
    const nextAttemptAt = now + 2 * hour + 58 * 60_000;
    const text = backText({ ...facts, waiting: 3, nextAttemptAt, aheadMs: 2 * hour });
    expect(text).toContain('3 deliveries');
    expect(text).toContain('2 h 58 min');
    expect(text).toMatch(/ 2 h ahead/);
  });

  it('shows the deliveries due right after a pause', () => {
    const behind = { ...facts, waiting: 2, nextAttemptAt: now - 5_000, aheadMs: -60_000 };
    expect(backText(behind)).toMatch(/ now\.$/);
  });
});

const none = { delivered: 0, refused: 0, gave_up: 0, blocked: 0, cancelled: 0 };
const real = { elapsedMs: 42_000, remainingMs: 180_000 };
const finished = { open: 0, total: 12, steps: 1, now, ...real, ended: { ...none, delivered: 12 } };

function run(more: Partial<FinishRun>): FinishRun {
  return {
    status: 'done',
    target: { kind: 'everything' },
    speed: null,
    first: { open: 12, total: 12, steps: 0, now, ...real, ended: null },
    progress: { ...finished, steps: 41, now: now + 3 * hour + 58 * 60_000 },
    share: 1,
    outcome: null,
    problem: null,
    ...more,
  };
}

describe('fast-forward labels', () => {
  it('show progress', () => {
    const progress = { ...finished, open: 9, ended: null };
    expect(finishCountsText(run({ progress }))).toBe('9 of 12 waiting · 0 s simulated');
    const target = { kind: 'delivery', id: 1, name: 'Paid' } as const;
    expect(finishCountsText(run({ progress, target }))).not.toContain('waiting');
    expect(finishCountsText(run({ progress: null }))).not.toContain('waiting');
  });

  it('shows progress by time while slow responses keep everything waiting', () => {
    const progress = { ...finished, open: 12, ended: null, elapsedMs: 10_000, remainingMs: 30_000 };
    expect(finishShare(progress)).toBe(0.25);
    expect(finishShare({ ...progress, remainingMs: null })).toBe(0);
    expect(finishShare({ ...progress, open: 3 })).toBe(0.75);
    expect(finishShare(finished)).toBe(1);
  });

  it('show the result', () => {
    expect(finishResult(run({}))).toEqual({
      title: '12 delivered',
      description: '41 steps, 3 h 58 min simulated.',
      tone: 'ok',
    });
    const target = { kind: 'delivery', id: 1, name: 'Paid' } as const;
    expect(finishResult(run({ target, outcome: 'gave_up' }))?.title).toBe('Paid: gave up');
    const hooks = { kind: 'destination', id: 'd', name: 'Hooks' } as const;
    expect(finishResult(run({ target: hooks }))?.title).toBe('To Hooks: 12 delivered');
  });

  it('show success only if everything was delivered', () => {
    const reported = (ended: Partial<typeof none>) => {
      const news = finishResult(run({ progress: { ...finished, ended: { ...none, ...ended } } }));
      return [news?.title, news?.tone];
    };
    expect(reported({ delivered: 12, gave_up: 3 })).toEqual(['12 delivered, 3 gave up', 'warn']);
    expect(reported({ gave_up: 1_200, blocked: 1 })).toEqual(['1,200 gave up, 1 blocked', 'bad']);
    expect(reported({ delivered: 1, cancelled: 2 })).toEqual([
      '1 delivered, 2 cancelled',
      'neutral',
    ]);
    expect(reported({})).toEqual(['12 deliveries have finished', 'neutral']);
  });

  it('show the remaining work after a stop, a failure, or without deliveries', () => {
    const ended = { ...none, delivered: 8 };
    const progress = { open: 4, total: 12, steps: 7, now: now + 60_000, ...real, ended };
    expect(finishResult(run({ status: 'cancelled', progress }))?.description).toContain(
      '4 of 12 deliveries still waiting.',
    );
    expect(finishResult(run({ status: 'failed', problem: 'Lost.', progress }))?.tone).toBe('bad');
    const left = finishResult(run({ progress }));
    expect(left?.title).toBe('Some deliveries have not finished');
    expect(left?.description).toContain(
      'simulated. 8 delivered. 4 of 12 deliveries still waiting.',
    );
    const nothing = { open: 0, total: 0, steps: 0, now, ...real, ended: none };
    expect(finishResult(run({ progress: nothing }))?.title).toBe('Nothing to fast-forward');
    expect(finishResult(run({ status: 'running' }))).toBeNull();
  });
});
