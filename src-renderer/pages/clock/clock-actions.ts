/** Actions on the virtual clock; errors are shown as toasts. */

import { create } from 'zustand';
import { pendingCount } from '#renderer/components/delivery-labels.ts';
import { showFailure } from '#renderer/components/show-failure.ts';
import { coreNow, setClock, useClock } from '#renderer/data/clock.ts';
import { core } from '#renderer/data/core.ts';
import { startFinish, useFinish } from '#renderer/data/fast-forward.ts';
import { ledgerNow } from '#renderer/data/ledger.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ClockMode, ClockState } from '#shared/schemas/clock.ts';
import {
  backText,
  fasterThan,
  fastForwardProblem,
  slowerThan,
  speedButtonId,
} from './clock-labels.ts';

async function change(call: () => Promise<ClockState>, problem: string): Promise<boolean> {
  try {
    setClock(await call());
    return true;
  } catch (error) {
    showFailure(problem, error);
    return false;
  }
}

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

export function pauseOrResume(): Promise<boolean> {
  return currentSetting()?.mode === 'paused'
    ? runAt(useClock.getState().resumeSpeed)
    : changeClock('paused');
}

/** The next speed up (1) or down (-1); undefined at either end. */
export function adjacentSpeed(step: 1 | -1): number | undefined {
  const current = currentSetting();
  if (current === null || current.mode === 'paused') return undefined;
  return step === 1 ? fasterThan(current.speed) : slowerThan(current.speed);
}

/** Needs no confirmation, since nothing is lost; shows what stays scheduled. */
export async function returnToRealTime(): Promise<void> {
  const now = coreNow();
  const { aheadMs } = useClock.getState();
  const nextAttemptAt = state()?.nextAttemptAt ?? null;
  const pending = pendingCount(ledgerNow());
  if (!(await changeClock('real'))) return;
  showPane(false);
  requestAnimationFrame(() => document.getElementById(speedButtonId)?.focus());
  showToast({
    title: 'Back to real time',
    description: backText({ pending, nextAttemptAt, realNow: now - aheadMs, aheadMs }),
    ...(pending > 0 && nextAttemptAt !== null
      ? {
          action: {
            label: 'Fast-forward',
            run: () => void startFinish({ kind: 'everything' }),
          },
        }
      : {}),
  });
}

export function canJump(): boolean {
  const current = state();
  const isFinishing = useFinish.getState().status === 'running';
  return (
    current !== null &&
    !isFinishing &&
    fastForwardProblem(current.nextAttemptAt, coreNow()) === undefined
  );
}

export function jump(): Promise<boolean> {
  return change(() => core.clock.fastForwardToNextAttempt(), "Can't fast-forward");
}

// Whether the clock popover is open; commands open it too.

export const useClockPane = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export function showPane(isOpen: boolean): void {
  useClockPane.setState({ isOpen });
}
