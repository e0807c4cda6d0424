/** Actions on the virtual clock; errors are shown as toasts. */

import { useEffect } from 'react';
import { create } from 'zustand';
import { waitingCount } from '#renderer/deliveries/delivery-labels.ts';
import { type Action, useActions } from '#renderer/kit/actions/actions.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { coreNow, setClock, useClock } from '#renderer/kit/data/clock.ts';
import { core } from '#renderer/kit/data/core.ts';
import {
  adjacentPlaySpeed,
  cancelFinish,
  setFinishSpeed,
  startFinish,
  useFinish,
} from '#renderer/kit/data/fast-forward.ts';
import { ledgerNow } from '#renderer/kit/data/ledger.ts';
import { useShownRun } from '#renderer/kit/data/shown-run.ts';
import { notifyBySystem } from '#renderer/kit/host/notify-by-system.ts';
import { briefMs } from '#renderer/ui/brief-times.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ClockMode, ClockState } from '#shared/clock/clock.ts';
import {
  backText,
  fasterThan,
  fastForwardProblem,
  finishResult,
  slowerThan,
  speedButtonId,
  speeds,
  speedText,
} from './clock-labels.ts';

const change = (call: () => Promise<ClockState>, problem: string): Promise<boolean> =>
  perform(problem, async () => setClock(await call()));

function state(): ClockState | null {
  return useClock.getState().reading?.state ?? null;
}

interface ClockSetting {
  readonly mode: ClockMode;
  readonly speed: number;
}

/** The pending change: a quick second key press continues from it. */
let pendingSetting: ClockSetting | null = null;

const currentSetting = (): ClockSetting | null => pendingSetting ?? state();

async function changeClock(mode: ClockMode, speed = 1): Promise<boolean> {
  const setting = { mode, speed };
  pendingSetting = setting;
  const isDone = await change(() => core.clock.set(setting), "Can't change the clock");
  if (pendingSetting === setting) pendingSetting = null;
  return isDone;
}

/** 1× leaves real time unchanged; otherwise the clock keeps its lead. */
export function runAt(speed: number): Promise<boolean> {
  return speed === 1 && currentSetting()?.mode === 'real'
    ? Promise.resolve(true)
    : changeClock('fast', speed);
}

/** Of the run in front, if there is one. */
export function pauseOrResume(): Promise<boolean> {
  const { run } = useShownRun.getState();
  if (run?.pace != null) {
    const isPaused = !run.pace.isPaused;
    return perform("Can't change the clock of the run", async () => {
      await run.changePace({ isPaused });
    });
  }
  return currentSetting()?.mode === 'paused'
    ? runAt(useClock.getState().resumeSpeed)
    : changeClock('paused');
}

/** The next speed up (1) or down (-1); undefined at either end. */
function adjacentSpeed(step: 1 | -1): number | undefined {
  const current = currentSetting();
  if (current === null || current.mode === 'paused') return undefined;
  return step === 1 ? fasterThan(current.speed) : slowerThan(current.speed);
}

/** Needs no confirmation, since nothing is lost; shows what stays scheduled. */
export async function returnToRealTime(): Promise<void> {
  const now = coreNow();
  const { aheadMs } = useClock.getState();
  const nextAttemptAt = state()?.nextAttemptAt ?? null;
  const waiting = waitingCount(ledgerNow());
  if (!(await changeClock('real'))) return;
  showPane(false);
  requestAnimationFrame(() => document.getElementById(speedButtonId)?.focus());
  showToast({
    title: 'Back to real time',
    description: backText({ waiting, nextAttemptAt, realNow: now - aheadMs, aheadMs }),
    ...(waiting > 0 && nextAttemptAt !== null
      ? {
          action: {
            label: 'Fast-forward',
            run: () => void startFinish({ kind: 'everything' }),
          },
        }
      : {}),
  });
}

function canFastForward(): boolean {
  const current = state();
  const isFinishing = useFinish.getState().status === 'running';
  return (
    current !== null &&
    !isFinishing &&
    fastForwardProblem(current.nextAttemptAt, coreNow()) === undefined
  );
}

export function fastForward(): Promise<boolean> {
  return change(() => core.clock.fastForwardToNextAttempt(), "Can't fast-forward");
}

// Whether the clock popover is open; commands open it too.

export const useClockPane = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export function showPane(isOpen: boolean): void {
  useClockPane.setState({ isOpen });
}

export const clockShortcuts = {
  open: 't',
  pause: 'p',
  faster: '>',
  slower: '<',
  nextAttempt: 'Shift+J',
  finish: 'Shift+S',
  back: 'Shift+T',
} as const;

const isFinishing = (): boolean => useFinish.getState().status === 'running';

function stepAction(id: string, title: string, shortcut: string, step: 1 | -1): Action {
  return {
    id,
    title,
    shortcut,
    isShown: () => (isFinishing() ? adjacentPlaySpeed(step) : adjacentSpeed(step)) !== undefined,
    run: () => {
      if (isFinishing()) setFinishSpeed(adjacentPlaySpeed(step) ?? null);
      else void runAt(adjacentSpeed(step) ?? 1);
    },
  };
}

function speedAction(speed: number): Action {
  return {
    id: `clock.speed.${speed}`,
    title: `Run clock at ${speedText(speed)}`,
    run: () => void runAt(speed),
  };
}

/** Clock actions, available on every page. */
export function useClockActions(): void {
  const isPaused = useClock((clock) => clock.reading?.state.mode === 'paused');
  const isKnown = useClock((clock) => clock.reading !== null);
  const isReal = useClock((clock) => (clock.reading?.state.mode ?? 'real') === 'real');
  useActions('Clock', [
    {
      id: 'clock.open',
      title: 'Open clock',
      shortcut: clockShortcuts.open,
      isShown: isKnown,
      run: () => showPane(!useClockPane.getState().isOpen),
    },
    {
      id: 'clock.pause',
      title: isPaused ? 'Resume clock' : 'Pause clock',
      shortcut: clockShortcuts.pause,
      isShown: isKnown,
      run: () => void pauseOrResume(),
    },
    stepAction('clock.faster', 'Speed up clock', clockShortcuts.faster, 1),
    stepAction('clock.slower', 'Slow down clock', clockShortcuts.slower, -1),
    {
      id: 'clock.next_attempt',
      title: 'Fast-forward to next attempt',
      shortcut: clockShortcuts.nextAttempt,
      isShown: canFastForward,
      run: () => void fastForward(),
    },
    {
      id: 'clock.finish',
      title: 'Fast-forward until finished',
      shortcut: clockShortcuts.finish,
      isShown: () => !isFinishing() && waitingCount(ledgerNow()) > 0,
      run: () => void startFinish({ kind: 'everything' }),
    },
    {
      id: 'clock.finish.skip',
      title: 'Skip the fast-forward',
      shortcut: clockShortcuts.nextAttempt,
      isShown: () => isFinishing() && useFinish.getState().speed !== null,
      run: () => setFinishSpeed(null),
    },
    {
      id: 'clock.finish.cancel',
      title: 'Stop fast-forwarding',
      shortcut: clockShortcuts.finish,
      isShown: isFinishing,
      run: cancelFinish,
    },
    {
      id: 'clock.back',
      title: 'Back to real time',
      shortcut: clockShortcuts.back,
      isShown: isKnown && !isReal,
      run: () => void returnToRealTime(),
    },
    ...speeds.map(speedAction),
  ]);
}

/** Reports the result of a fast-forward as a toast and a desktop notification. */
export function useFinishToasts(): void {
  useEffect(
    () =>
      useFinish.subscribe((run, before) => {
        if (run.status === before.status) return;
        const news = finishResult(run);
        if (news === null) return;
        // Only failures interrupt screen readers.
        showToast({ ...news, durationMs: briefMs.result, quiet: run.status !== 'failed' });
        notifyBySystem({ title: news.title, body: news.description });
      }),
    [],
  );
}
