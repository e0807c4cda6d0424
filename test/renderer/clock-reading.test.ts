import { describe, expect, it } from 'vitest';
import {
  type ClockReading,
  clockAhead,
  clockNow,
  displayTime,
  nextTickMs,
  wasMoved,
} from '#renderer/kit/data/clock-reading.ts';
import type { ClockState } from '#shared/clock/clock.ts';

const receivedAt = 1_000_000;

function reading(state: Partial<ClockState>): ClockReading {
  const now = state.now ?? 5_000_000;
  return {
    receivedAt,
    state: {
      mode: 'fast',
      speed: 60,
      rate: 60,
      now,
      aheadMs: now - receivedAt,
      nextAttemptAt: null,
      ...state,
    },
  };
}

describe('the virtual time', () => {
  it('advances at the speed it was given, from its start', () => {
    expect(clockNow(reading({}), receivedAt + 100)).toBe(5_006_000);
    expect(clockNow(reading({ rate: 1 }), receivedAt + 100)).toBe(5_000_100);
    expect(clockNow(reading({ mode: 'paused', rate: 0 }), receivedAt + 9_999)).toBe(5_000_000);
  });

  it('follows the system clock in real time, also when it is set back', () => {
    const real = reading({ mode: 'real', speed: 1, rate: 1, now: receivedAt });
    expect(clockNow(real, receivedAt + 250)).toBe(receivedAt + 250);
    expect(clockNow(real, receivedAt - 3_600_000)).toBe(receivedAt - 3_600_000);
  });

  it('never passes the next attempt before news of it, because the clock slows down there', () => {
    const fast = reading({ nextAttemptAt: 5_006_000 });
    expect(clockNow(fast, receivedAt + 50)).toBe(5_003_000);
    expect(clockNow(fast, receivedAt + 100)).toBe(5_006_000);
    expect(clockNow(fast, receivedAt + 900)).toBe(5_006_000);
    expect(clockNow(fast, receivedAt + 9_999)).toBe(5_006_000);
  });

  it('does not stop at an attempt that is already due', () => {
    const fast = reading({ nextAttemptAt: 4_999_000 });
    expect(clockNow(fast, receivedAt + 100)).toBe(5_006_000);
  });

  it('shows how far it is ahead, and behind after a pause', () => {
    const fast = reading({ aheadMs: 10_000 });
    expect(clockAhead(fast, receivedAt + 100, clockNow(fast, receivedAt + 100))).toBe(15_900);
    const paused = reading({ mode: 'paused', speed: 1, rate: 0, aheadMs: 0 });
    const now = clockNow(paused, receivedAt + 4_000);
    expect(clockAhead(paused, receivedAt + 4_000, now)).toBe(-4_000);
  });
});

describe('the displayed time', () => {
  it('stops instead of going back when news arrive late', () => {
    expect(displayTime(5_010_000, 5_000_000, reading({}), true)).toBe(5_010_000);
  });

  it('skips when the clock is set, paused, or far off', () => {
    expect(displayTime(5_010_000, 5_000_000, reading({}), false)).toBe(5_000_000);
    expect(displayTime(5_010_000, 5_000_000, reading({ mode: 'paused' }), true)).toBe(5_000_000);
    expect(displayTime(9_000_000, 5_000_000, reading({}), true)).toBe(5_000_000);
  });

  it('ticks every second at real speed, and ten times a second above it', () => {
    expect(nextTickMs({ rate: 1 }, 12_300, false)).toBe(700);
    expect(nextTickMs({ rate: 1 }, 12_950, false)).toBe(100);
    expect(nextTickMs({ rate: 3_600 }, 12_300, false)).toBe(100);
    expect(nextTickMs({ rate: 3_600 }, 12_300, true)).toBe(1_000);
    expect(nextTickMs({ rate: 0 }, 12_300, false)).toBe(1_000);
  });

  it('updates when the clock is set or fast-forwarded, not only because time passes', () => {
    const before = reading({ rate: 1 });
    const later = { ...before, receivedAt: receivedAt + 500 };
    const at = (now: number): ClockReading => ({ ...later, state: { ...later.state, now } });
    expect(wasMoved(null, before)).toBe(true);
    expect(wasMoved(before, at(5_000_520))).toBe(false);
    expect(wasMoved(before, at(5_300_000))).toBe(true);
    expect(wasMoved(before, reading({ rate: 60 }))).toBe(true);
  });
});
