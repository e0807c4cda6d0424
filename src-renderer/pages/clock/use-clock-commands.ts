import { useEffect } from 'react';
import { pendingCount } from '#renderer/components/delivery-labels.ts';
import { notifyBySystem } from '#renderer/components/notify-by-system.ts';
import { useClock } from '#renderer/data/clock.ts';
import {
  adjacentPlaySpeed,
  cancelFinish,
  setFinishSpeed,
  startFinish,
  useFinish,
} from '#renderer/data/fast-forward.ts';
import { ledgerNow } from '#renderer/data/ledger.ts';
import { type Command, useCommands } from '#renderer/keyboard/commands.ts';
import { briefMs } from '#renderer/ui/brief-times.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import {
  adjacentSpeed,
  canJump,
  jump,
  pauseOrResume,
  returnToRealTime,
  runAt,
  showPane,
  useClockPane,
} from './clock-actions.ts';
import { speeds, speedText } from './clock-labels.ts';
import { finishResult } from './fast-forward-labels.ts';

export const clockShortcuts = {
  open: 't',
  pause: 'p',
  faster: '>',
  slower: '<',
  jump: 'Shift+J',
  finish: 'Shift+S',
  back: 'Shift+T',
} as const;

const isFinishing = (): boolean => useFinish.getState().status === 'running';

function stepCommand(id: string, title: string, shortcut: string, step: 1 | -1): Command {
  return {
    id,
    title,
    section: 'Clock',
    shortcut,
    enabled: () => (isFinishing() ? adjacentPlaySpeed(step) : adjacentSpeed(step)) !== undefined,
    run: () => {
      if (isFinishing()) setFinishSpeed(adjacentPlaySpeed(step) ?? null);
      else void runAt(adjacentSpeed(step) ?? 1);
    },
  };
}

function speedCommand(speed: number): Command {
  return {
    id: `clock.speed.${speed}`,
    title: `Run clock at ${speedText(speed)}`,
    section: 'Clock',
    run: () => void runAt(speed),
  };
}

/** Clock commands, available on every page. */
export function useClockCommands(): void {
  const isPaused = useClock((clock) => clock.reading?.state.mode === 'paused');
  const isKnown = useClock((clock) => clock.reading !== null);
  const isReal = useClock((clock) => (clock.reading?.state.mode ?? 'real') === 'real');
  useCommands([
    {
      id: 'clock.open',
      title: 'Open clock',
      section: 'Clock',
      shortcut: clockShortcuts.open,
      enabled: () => isKnown,
      run: () => showPane(!useClockPane.getState().isOpen),
    },
    {
      id: 'clock.pause',
      title: isPaused ? 'Resume clock' : 'Pause clock',
      section: 'Clock',
      shortcut: clockShortcuts.pause,
      enabled: () => isKnown,
      run: () => void pauseOrResume(),
    },
    stepCommand('clock.faster', 'Speed up clock', clockShortcuts.faster, 1),
    stepCommand('clock.slower', 'Slow down clock', clockShortcuts.slower, -1),
    {
      id: 'clock.jump',
      title: 'Fast-forward to next attempt',
      section: 'Clock',
      shortcut: clockShortcuts.jump,
      enabled: canJump,
      run: () => void jump(),
    },
    {
      id: 'clock.finish',
      title: 'Fast-forward until finished',
      section: 'Clock',
      shortcut: clockShortcuts.finish,
      enabled: () => !isFinishing() && pendingCount(ledgerNow()) > 0,
      run: () => void startFinish({ kind: 'everything' }),
    },
    {
      id: 'clock.finish.skip',
      title: 'Skip the fast-forward',
      section: 'Clock',
      shortcut: clockShortcuts.jump,
      enabled: () => isFinishing() && useFinish.getState().speed !== null,
      run: () => setFinishSpeed(null),
    },
    {
      id: 'clock.finish.cancel',
      title: 'Stop fast-forwarding',
      section: 'Clock',
      shortcut: clockShortcuts.finish,
      enabled: isFinishing,
      run: cancelFinish,
    },
    {
      id: 'clock.back',
      title: 'Back to real time',
      section: 'Clock',
      shortcut: clockShortcuts.back,
      enabled: () => isKnown && !isReal,
      run: () => void returnToRealTime(),
    },
    ...speeds.map(speedCommand),
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
