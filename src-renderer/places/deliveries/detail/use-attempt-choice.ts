import { useMemo, useState } from 'react';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { attemptShown, windowsOf } from './attempts.ts';

export interface AttemptChosen {
  /** Whose request and response are shown; null before the first attempt. */
  readonly attempt: Attempt | null;
  readonly windows: readonly (readonly Attempt[])[];
  /** Index of the window in the timeline. */
  readonly windowShown: number;
  readonly chooseAttempt: (attemptId: number) => void;
  readonly chooseWindow: (number: number) => void;
}

interface Choice {
  readonly attemptId: number | null;
  /** Null: the current window, even when a new one starts. */
  readonly earlierWindow: number | null;
}

/** Which attempt and window are shown; each follows the other. */
export function useAttemptChoice(
  delivery: DeliveryDetail,
  first: number | null = null,
): AttemptChosen {
  const [choice, setChoice] = useState<Choice>({ attemptId: first, earlierWindow: null });
  const windows = useMemo(() => windowsOf(delivery), [delivery]);
  const present = windows.length - 1;
  const earlier = (number: number): number | null =>
    number >= 0 && number < present ? number : null;
  return {
    attempt: attemptShown(delivery, choice.attemptId),
    windows,
    windowShown: choice.earlierWindow ?? present,
    chooseAttempt: (attemptId) => {
      const number = windows.findIndex((window) => window.some(({ id }) => id === attemptId));
      setChoice({ attemptId, earlierWindow: earlier(number) });
    },
    chooseWindow: (number) => {
      const window = windows[number] ?? [];
      const isDelivered = window.some(({ result }) => result.outcome === 'accepted');
      const state = isDelivered ? 'delivered' : delivery.state;
      const attempt =
        earlier(number) === null ? null : attemptShown({ attemptList: window, state }, null);
      setChoice({ attemptId: attempt?.id ?? null, earlierWindow: earlier(number) });
    },
  };
}
