/** The virtual clock over a system clock that a test advances (D34). */
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '#main/clock/virtual-clock.ts';
import type { SavedClock } from '#main/kit/ports.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';

function start(remembered: SavedClock | null = null) {
  const machine = new FakeClock();
  const clock = createVirtualClock(machine);
  clock.restore(remembered);
  /** Records the time when the timer for `time` runs. */
  const ran: number[] = [];
  const plan = (afterMs: number) => clock.at(startOfTests + afterMs, () => ran.push(since()));
  const since = () => clock.now() - startOfTests;
  return { machine, clock, ran, plan, since };
}

/** A due timer runs after the call that set it. */
const microtasks = () => Promise.resolve();

describe('in real time', () => {
  it('shows the system time, and runs timers at their time', () => {
    const { machine, clock, ran, plan } = start();
    expect(clock).toMatchObject({ mode: 'real', speed: 1 });
    expect(clock.rate()).toBe(1);
    plan(1_000);
    machine.advance(999);
    expect(ran).toEqual([]);
    machine.advance(1);
    expect(ran).toEqual([1_000]);
    expect(clock.now()).toBe(machine.now());
    expect(clock.aheadMs()).toBe(0);
  });

  it('stays unchanged while an attempt is in flight, without notifications', () => {
    const { machine, clock } = start();
    let reported = 0;
    clock.subscribe(() => {
      reported += 1;
    });
    const endBusy = clock.busy();
    machine.advance(500);
    endBusy();
    expect(clock.now()).toBe(machine.now());
    expect(reported).toBe(0);
  });
});

describe('running faster', () => {
  it.each([10, 60, 600, 3_600])(
    '(× %i) runs ahead of the system clock, exact to the millisecond',
    (speed) => {
      const { machine, clock, ran, plan, since } = start();
      clock.set('fast', speed);
      expect(clock).toMatchObject({ mode: 'fast', speed });
      expect(clock.rate()).toBe(speed);
      expect(since()).toBe(0);
      plan(7_200_000);
      machine.advance(7_200_000 / speed - 1);
      expect(since()).toBe(7_200_000 - speed);
      expect(ran).toEqual([]);
      machine.advance(1);
      expect(ran).toEqual([7_200_000]);
      expect(clock.aheadMs()).toBe(7_200_000 - 7_200_000 / speed);
    },
  );

  it('never runs a timer early, at any speed', () => {
    const { machine, clock, ran, plan } = start();
    clock.set('fast', 7);
    for (const afterMs of [1, 6, 7, 8, 1_000]) plan(afterMs);
    machine.advance(1_000);
    expect(ran).toEqual([7, 7, 7, 14, 1_001]);
  });

  it('keeps timers when the speed changes, and runs each once', () => {
    const { machine, clock, ran, plan, since } = start();
    plan(60_000);
    clock.set('fast', 10);
    machine.advance(1_000);
    clock.set('fast', 600);
    machine.advance(50);
    expect(since()).toBe(40_000);
    clock.set('fast', 60);
    machine.advance(333);
    expect(ran).toEqual([]);
    machine.advance(1);
    machine.advance(1_000_000);
    expect(ran).toEqual([60_040]);
  });

  it('runs at real speed while an attempt is in flight', () => {
    const { machine, clock, ran, plan, since } = start();
    clock.set('fast', 60);
    plan(90_000);
    const [one, other] = [clock.busy(), clock.busy()];
    expect(clock).toMatchObject({ mode: 'fast', speed: 60 });
    expect(clock.rate()).toBe(1);
    machine.advance(5_000);
    expect(since()).toBe(5_000);
    one();
    // An attempt ends once, however often that is reported.
    one();
    expect(clock.rate()).toBe(1);
    machine.advance(1_000);
    other();
    expect(clock.rate()).toBe(60);
    machine.advance(1_400);
    expect(ran).toEqual([90_000]);
  });

  it('loses no time to attempts that take less than a millisecond', () => {
    const { machine, clock, since } = start();
    clock.set('fast', 1.5);
    for (let count = 0; count < 1_000; count += 1) {
      clock.busy()();
      machine.advance(1);
    }
    expect(since()).toBe(1_500);
  });

  it('does not run cancelled timers', () => {
    const { machine, clock, ran, plan } = start();
    const cancel = plan(1_000);
    clock.set('fast', 60);
    cancel();
    clock.set('fast', 600);
    machine.advance(60_000);
    expect(ran).toEqual([]);
    expect(machine.nextAt).toBeNull();
  });
});

describe('paused', () => {
  it('does not advance with or without attempts in flight, and runs nothing', () => {
    const { machine, clock, ran, plan, since } = start();
    clock.set('fast', 60);
    machine.advance(1_000);
    plan(60_001);
    clock.set('paused', 600);
    expect(clock).toMatchObject({ mode: 'paused', speed: 1 });
    const endBusy = clock.busy();
    expect(clock.rate()).toBe(0);
    machine.advance(100_000);
    endBusy();
    expect(since()).toBe(60_000);
    expect(clock.aheadMs()).toBe(60_000 - 101_000);
    expect(ran).toEqual([]);
    expect(machine.nextAt).toBeNull();
  });

  it('runs timers that are already due', async () => {
    const { clock, ran, plan } = start();
    clock.set('paused', 1);
    plan(0);
    await microtasks();
    expect(ran).toEqual([0]);
  });

  it('continues from where it stopped', () => {
    const { machine, clock, ran, plan, since } = start();
    plan(600);
    clock.set('paused', 1);
    machine.advance(10_000);
    clock.set('fast', 60);
    expect(since()).toBe(0);
    machine.advance(10);
    expect(ran).toEqual([600]);
  });
});

describe('a fast-forward', () => {
  it('moves ahead, runs the timers it reaches, and leaves real time', async () => {
    const { machine, clock, ran, plan, since } = start();
    for (const afterMs of [3_600_000, 3_600_001, 10]) plan(afterMs);
    clock.fastForwardTo(startOfTests + 3_600_000);
    await microtasks();
    expect(ran).toEqual([3_600_000, 3_600_000]);
    expect(clock).toMatchObject({ mode: 'fast', speed: 1 });
    machine.advance(1);
    expect(ran).toHaveLength(3);
    expect(since()).toBe(3_600_001);
    expect(clock.aheadMs()).toBe(3_600_000);
  });

  it('never moves back, and then changes nothing', () => {
    const { machine, clock } = start();
    let reported = 0;
    clock.subscribe(() => {
      reported += 1;
    });
    machine.advance(5_000);
    clock.fastForwardTo(startOfTests);
    clock.fastForwardTo(machine.now());
    expect(clock).toMatchObject({ mode: 'real', speed: 1 });
    expect(clock.now()).toBe(machine.now());
    expect(reported).toBe(0);
  });

  it.each([
    ['fast', 60],
    ['paused', 1],
  ] as const)('keeps a clock that is %s in that mode', async (mode, speed) => {
    const { clock, ran, plan, since } = start();
    clock.set(mode, speed);
    plan(90_000);
    clock.fastForwardTo(startOfTests + 90_000);
    await microtasks();
    expect(clock).toMatchObject({ mode, speed });
    expect([since(), ran]).toEqual([90_000, [90_000]]);
  });

  it('is possible while an attempt is in flight, at real speed before and after', () => {
    const { machine, clock, since } = start();
    clock.set('fast', 600);
    const endBusy = clock.busy();
    clock.fastForwardTo(startOfTests + 10_000);
    machine.advance(100);
    expect(since()).toBe(10_100);
    endBusy();
    machine.advance(100);
    expect(since()).toBe(70_100);
  });
});

describe('back to real time', () => {
  it('shows the system time again, and timers keep their time', () => {
    const { machine, clock, ran, plan } = start();
    clock.set('fast', 3_600);
    machine.advance(1_000);
    plan(3_600_000 + 60_000);
    clock.set('real', 3_600);
    expect(clock).toMatchObject({ mode: 'real', speed: 1 });
    expect(clock.now()).toBe(machine.now());
    machine.advanceTo(startOfTests + 3_659_999);
    expect(ran).toEqual([]);
    machine.advance(1);
    expect(ran).toEqual([3_660_000]);
  });

  it('immediately runs timers that became due while it was paused', async () => {
    const { machine, clock, ran, plan } = start();
    plan(1_000);
    clock.set('paused', 1);
    machine.advance(5_000);
    expect(ran).toEqual([]);
    clock.set('real', 1);
    await microtasks();
    expect(ran).toEqual([5_000]);
  });
});

describe('subscribers of the clock', () => {
  it('get every change until they unsubscribe', () => {
    const { clock } = start();
    const reported: string[] = [];
    const stop = clock.subscribe(() => reported.push(`${clock.mode} × ${clock.rate()}`));
    clock.set('fast', 60);
    clock.busy()();
    clock.set('paused', 1);
    clock.fastForwardTo(startOfTests + 1);
    clock.set('real', 1);
    stop();
    clock.set('fast', 10);
    expect(reported).toEqual([
      'fast × 60',
      'fast × 1',
      'fast × 60',
      'paused × 0',
      'paused × 0',
      'real × 1',
    ]);
  });

  it('can set and cancel timers within a timer', () => {
    const { machine, clock, since } = start();
    clock.set('fast', 10);
    const ran: number[] = [];
    const cancelled = clock.at(startOfTests + 200, () => ran.push(-1));
    clock.at(startOfTests + 100, () => {
      ran.push(since());
      cancelled();
      clock.at(startOfTests + 300, () => ran.push(since()));
    });
    machine.advance(1_000);
    expect(ran).toEqual([100, 300]);
  });
});

describe('after a restart', () => {
  const hourMs = 3_600_000;
  const memory = (more: Partial<SavedClock>): SavedClock => ({
    mode: 'fast',
    speed: 60,
    clockAt: startOfTests + hourMs,
    machineAt: startOfTests - 1_000,
    ...more,
  });

  it('a fast clock has advanced at real speed, and is fast again', () => {
    const { machine, clock, since } = start(memory({}));
    expect(since()).toBe(hourMs + 1_000);
    machine.advance(100);
    expect(since()).toBe(hourMs + 7_000);
    expect(clock).toMatchObject({ mode: 'fast', speed: 60 });
  });

  it('a paused clock stays where it was', () => {
    const { machine, clock, since } = start(memory({ mode: 'paused', speed: 1 }));
    machine.advance(100);
    expect(since()).toBe(hourMs);
    expect(clock.mode).toBe('paused');
  });

  it('a real-time clock shows the system time, whatever was stored', () => {
    const { machine, clock } = start(memory({ mode: 'real', speed: 1 }));
    expect(clock.now()).toBe(machine.now());
  });

  it('is never earlier than before, even if the system clock was set back', () => {
    expect(start(memory({ machineAt: startOfTests + hourMs })).since()).toBe(hourMs);
  });

  it('stores its mode, speed and times', () => {
    const { machine, clock } = start();
    clock.set('fast', 600);
    machine.advance(1_000);
    const remembered = clock.snapshot();
    expect(remembered).toEqual({
      mode: 'fast',
      speed: 600,
      clockAt: startOfTests + 600_000,
      machineAt: startOfTests + 1_000,
    });
    machine.advance(5_000);
    const again = createVirtualClock(machine);
    again.restore(remembered);
    expect(again.now()).toBe(startOfTests + 605_000);
    expect(again.snapshot()).toMatchObject({ mode: 'fast', speed: 600 });
  });
});

describe('when the system clock is set back', () => {
  it('a fast clock continues from where it was', () => {
    let machineNow = startOfTests;
    const machine = new FakeClock();
    const clock = createVirtualClock({
      now: () => machineNow,
      at: machine.at.bind(machine),
      subscribe: machine.subscribe,
    });
    clock.set('fast', 60);
    machineNow += 1_000;
    expect(clock.now()).toBe(startOfTests + 60_000);
    machineNow -= 3_600_000;
    expect(clock.now()).toBe(startOfTests + 60_000);
    machineNow += 500;
    expect(clock.now()).toBe(startOfTests + 90_000);
  });
});

describe('playing', () => {
  it('runs to a time at a speed, stops exactly there, and continues in its mode', () => {
    const { machine, clock, ran, plan, since } = start();
    plan(60_000);
    plan(61_000);
    clock.playTo(startOfTests + 60_000, 60);
    expect(clock).toMatchObject({ mode: 'fast', speed: 1 });
    expect(clock.rate()).toBe(60);
    machine.advance(500);
    expect(since()).toBe(30_000);
    // Late timers, such as on a busy machine, must not pass the time.
    machine.advance(5_000);
    expect(ran).toEqual([60_000]);
    expect(since()).toBe(60_000);
    clock.stopPlaying();
    machine.advance(1_000);
    expect(ran).toEqual([60_000, 61_000]);
  });

  it('can be slowed down, stopped and fast-forwarded', () => {
    const { machine, clock, since } = start();
    clock.playTo(startOfTests + 60_000, 60);
    machine.advance(100);
    clock.playTo(startOfTests + 60_000, 10);
    machine.advance(100);
    expect(since()).toBe(7_000);
    clock.stopPlaying();
    machine.advance(100);
    expect(since()).toBe(7_100);
    clock.fastForwardTo(startOfTests + 60_000);
    expect(since()).toBe(60_000);
    expect(clock.rate()).toBe(1);
  });

  it('moves a paused clock, which is paused again afterwards', () => {
    const { machine, clock, since } = start();
    clock.set('paused', 1);
    clock.playTo(startOfTests + 60_000, 60);
    machine.advance(2_000);
    expect(since()).toBe(60_000);
    clock.stopPlaying();
    machine.advance(2_000);
    expect(since()).toBe(60_000);
    expect(clock.mode).toBe('paused');
  });

  it('does not wait for attempts in flight, and is not remembered', () => {
    const { machine, clock, since } = start();
    clock.playTo(startOfTests + 60_000, 60);
    const endBusy = clock.busy();
    machine.advance(100);
    expect(since()).toBe(6_000);
    clock.stopPlaying();
    machine.advance(100);
    expect(since()).toBe(6_100);
    endBusy();
    expect(clock.snapshot()).toMatchObject({ mode: 'fast', speed: 1 });
  });
});
